import Glibc

/// A moment as the clocks on this machine's walls show it (`TZ`), and as UTC.
struct LocalTime {
  private let time: time_t

  /// - Parameter seconds: since 1970.
  init(_ seconds: Int64) {
    time = time_t(seconds)
  }

  /// Such as `2026-11-21 13:30:05`.
  var text: String { format("%Y-%m-%d %H:%M:%S", localtime_r) }

  /// Such as `2026-11-21T13:30:05+01:00` (ISO 8601, extended).
  var iso8601: String {
    let text = format("%Y-%m-%dT%H:%M:%S%z", localtime_r)
    // +0100, as strftime has it, is the basic form.
    return text.isEmpty ? text : text.dropLast(2) + ":" + text.suffix(2)
  }

  /// Such as `2026-11-21T12:30:05Z`: the same wherever it is printed.
  var utc: String { format("%Y-%m-%dT%H:%M:%SZ", gmtime_r) }

  private typealias Division = (
    UnsafePointer<time_t>, UnsafeMutablePointer<tm>
  ) -> UnsafeMutablePointer<tm>?

  /// "" for a year that no calendar has.
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
