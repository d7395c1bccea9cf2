/// The three forms in which a date stands in a header. Source: RFC 9110, 5.6.7.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970, UTC; nil for what is no such date.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split { " ,-".contains($0) }.dropFirst().map(String.init)
    guard parts.count >= 4 else { return nil }
    if let month = months.firstIndex(of: parts[0]) {
      // Sun Nov  6 08:49:37 1994
      return seconds(year: parts[3], month, day: parts[1], time: parts[2])
    }
    // Sun, 06 Nov 1994 08:49:37 GMT, and Sunday, 06-Nov-94 08:49:37 GMT
    guard let month = months.firstIndex(of: parts[1]) else { return nil }
    return seconds(year: parts[2], month, day: parts[0], time: parts[3])
  }

  private static func seconds(year: String, _ month: Int, day: String, time: String) -> Int? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map {
      number($0, to: 60)
    }
    guard clock.count == 3, let hour = clock[0], hour < 24, let minute = clock[1], minute < 60,
      let second = clock[2], let day = number(day[...], to: 31), day > 0,
      var year = number(year[...], to: 9999)
    else { return nil }
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    return days(year, month + 1, day) * 86400 + hour * 3600 + minute * 60 + second
  }

  private static func number(_ text: Substring, to limit: Int) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      number <= limit
    else { return nil }
    return number
  }

  /// Days since 1970. Source: Howard Hinnant, "chrono-compatible low-level date algorithms".
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146097 + dayOfEra - 719468
  }

  /// Such as `2020-02-01`, UTC. Source: as above.
  static func day(_ seconds: Int) -> String {
    let shifted = Int((Double(seconds) / 86400).rounded(.down)) + 719468
    let era = (shifted >= 0 ? shifted : shifted - 146096) / 146097
    let dayOfEra = shifted - era * 146097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(digits(month))-\(digits(day))"
  }
}
