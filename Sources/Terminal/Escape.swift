/// The escape sequences that the program writes itself. None of them is sent to a plain terminal.
enum Escape {
  static let beginPastes = "\u{1B}[?2004h"
  static let endPastes = "\u{1B}[?2004l"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"
  static let noColour = "\u{1B}[0m"
  static let clearLine = "\r\u{1B}[K"
  static let clearToEnd = "\u{1B}[K"

  /// Clears `rows` rows, beginning with the cursor's, and leaves the cursor at the start of the
  /// first.
  ///
  /// It clears each row instead of the rest of the screen: when tmux clears a screen from its first
  /// row on, it moves the contents, including a secret that is being shown, to its history.
  static func clearRows(_ count: Int) -> String {
    let clear = "\u{1B}[K"
    let others = String(repeating: "\u{1B}[B" + clear, count: max(count - 1, 0))
    return "\r\u{1B}7" + clear + others + "\u{1B}8"
  }

  static let clearScreen = "\u{1B}[H\u{1B}[2J"

  /// Moves the cursor to another row and column.
  static func move(from row: Int, to place: (row: Int, column: Int)) -> String {
    let down = place.row > row ? "\u{1B}[\(place.row - row)B" : ""
    let right = place.column > 0 ? "\u{1B}[\(place.column)C" : ""
    return up(row - place.row) + down + "\r" + right
  }

  static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
}
