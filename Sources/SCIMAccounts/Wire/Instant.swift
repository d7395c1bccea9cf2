import Glibc

/// A point in time as providers write it in `meta` (RFC 7643, 2.3.5), such as
/// `2026-11-21T09:24:54.662747Z`.
struct Instant: Comparable, Hashable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z.
  let microseconds: Int64

  /// Returns `nil` if the text is not a date and time with an offset. Digits beyond microseconds
  /// are dropped.
  init?(_ text: String) {
    var scanner = Scanner(rest: text.utf8[...])
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
      scanner.skip("-"), let day = scanner.number(2), scanner.skip("Tt"),
      let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2),
      scanner.skip(":"), let second = scanner.number(2), let fraction = scanner.fraction(),
      let offset = scanner.offset(), scanner.rest.isEmpty, (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1900, month - 1, day)
    (time.tm_hour, time.tm_min, time.tm_sec) = (hour, minute - offset, second)
    microseconds = Int64(timegm(&time)) * 1_000_000 + fraction
  }

  static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

  private struct Scanner {
    var rest: Substring.UTF8View

    mutating func number(_ digits: Int) -> CInt? {
      let part = rest.prefix(digits)
      guard part.count == digits, part.allSatisfy(Self.isDigit) else { return nil }
      rest = rest.dropFirst(digits)
      return part.reduce(0) { $0 * 10 + CInt($1 - UInt8(ascii: "0")) }
    }

    mutating func skip(_ anyOf: String) -> Bool {
      guard let first = rest.first, anyOf.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// Reads a fraction, in microseconds: zero if there is none, `nil` if no digits follow the
    /// decimal sign.
    mutating func fraction() -> Int64? {
      guard skip(".,") else { return 0 }
      let digits = rest.prefix(while: Self.isDigit)
      rest = rest.dropFirst(digits.count)
      let six = String(Substring(digits.prefix(6)))
      return six.isEmpty ? nil : Int64(six + String(repeating: "0", count: 6 - six.count))
    }

    /// Reads the offset, in minutes east of UTC; `nil` if there is none.
    mutating func offset() -> CInt? {
      if skip("Zz") { return 0 }
      let sign: CInt = rest.first == UInt8(ascii: "-") ? -1 : 1
      guard skip("+-"), let hours = number(2), skip(":"), let minutes = number(2) else {
        return nil
      }
      return sign * (hours * 60 + minutes)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }
}
