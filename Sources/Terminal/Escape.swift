/// The few escape sequences that are written outside of libedit. None of them goes to a plain
/// terminal.
enum Escape {
  static let beginPastes = "\u{1B}[?2004h"
  static let endPastes = "\u{1B}[?2004l"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"
  static let noColour = "\u{1B}[0m"
  static let clearLine = "\r\u{1B}[K"
  static let clearToEnd = "\u{1B}[K"
  static let clearBelow = "\u{1B}[J"

  static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
}
