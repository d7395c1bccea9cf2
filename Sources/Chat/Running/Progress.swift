import Text

/// The progress of a run of many conversations.
package struct Progress: Equatable, Sendable {
  package var conversations = 0
  /// The number of bytes of the input that have been read.
  package var read = 0
  /// The size of the input, in bytes; `nil` if it is unknown.
  package let total: Int?

  package init(total: Int?) {
    self.total = total
  }

  /// Returns a text such as `1,234 conversations, 567 a second, 0:12 left`, which is shorter than
  /// 80 columns.
  ///
  /// - Parameter elapsed: the time since the run began.
  package func words(elapsed: Duration) -> String {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    guard seconds > 0 else { return conversations.grouped + " conversations" }
    var words =
      "\(conversations.grouped) conversations,"
      + " \(Int(Double(conversations) / seconds).grouped) a second"
    if let total, read > 0, total >= read {
      let left = Int((seconds * Double(total - read) / Double(read)).rounded(.up))
      words += ", \(Self.clock(left)) left"
    }
    return words
  }

  /// Returns a duration as `M:SS` or `H:MM:SS`.
  private static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (minutes, rest) = (seconds / 60, seconds % 60)
    if minutes < 60 { return "\(minutes):\(two(rest))" }
    return "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
  }
}
