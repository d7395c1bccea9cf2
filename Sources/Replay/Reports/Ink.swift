/// Adds colours to text if they are enabled. The text must already be safe to show.
struct Ink {
  /// The purpose of a colour.
  enum Part: String {
    case headline = "1"
    case wanted = "32"
    case wantedMark = "1;32"
    case got = "31"
    case gotMark = "1;31"
    case gutter = "90"
  }

  let hasColour: Bool

  /// - Parameter part: the purpose; `nil` for no colour.
  func callAsFunction(_ part: Part?, _ text: String) -> String {
    guard hasColour, !text.isEmpty, let part else { return text }
    return "\u{1B}[\(part.rawValue)m\(text)\u{1B}[0m"
  }
}
