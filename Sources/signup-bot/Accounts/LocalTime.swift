import Glibc

/// A time in this machine's time zone (`TZ`), and in UTC.
struct LocalTime {
  private let time: time_t

  /// - Parameter seconds: the seconds since 1970-01-01 00:00:00 UTC.
  init(_ seconds: Int64) {
    time = time_t(seconds)
  }

  /// The local time, such as `2026-11-21 13:30:05`.
  var text: String { format("%Y-%m-%d %H:%M:%S", localtime_r) }

  /// The local time in ISO 8601's extended format, such as `2026-11-21T13:30:05+01:00`.
  var iso8601: String {
    let text = format("%Y-%m-%dT%H:%M:%S%z", localtime_r)
    // `strftime` writes the basic format, `+0100`.
    return text.isEmpty ? text : text.dropLast(2) + ":" + text.suffix(2)
  }

  /// The time in UTC, such as `2026-11-21T12:30:05Z`, which is the same on every machine.
  var utc: String { format("%Y-%m-%dT%H:%M:%SZ", gmtime_r) }

  private typealias Division = (
    UnsafePointer<time_t>, UnsafeMutablePointer<tm>
  ) -> UnsafeMutablePointer<tm>?

  /// Returns the formatted time; an empty string if its year can't be represented.
  private func format(_ pattern: String, _ divide: Division) -> String {
    var time = time
    var parts = tm()
    guard divide(&time, &parts) != nil else { return "" }
    return String(unsafeUninitializedCapacity: 64) { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        strftime($0.baseAddress!, $0.count, pattern, &parts)
      }
    }
  }
}
