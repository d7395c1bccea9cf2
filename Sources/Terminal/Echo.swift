import Glibc

/// A fast path for typed characters: a character at the end of the line is drawn before libedit
/// processes it.
struct Echo {
  /// The column after the line, and the number of free columns from there; `nil` if the next
  /// character must not take the fast path.
  private var place: (column: Int, room: Int)?
  private var drawn: String?

  /// The number of columns to keep free. Closer to the edge or the verdict, libedit wraps the line
  /// or removes the verdict.
  private static let margin = 4

  /// The limit, in characters. In a longer line, the next character may exceed the limit in bytes.
  static let longestLine = 1000

  /// Whether a character has been drawn that libedit has not processed yet.
  var isDrawn: Bool { drawn != nil }

  /// Enables the fast path: everything has been drawn, and the cursor is at the end of the line.
  mutating func follow(column: Int, room: Int) {
    place = room > Self.margin ? (column, room) : nil
  }

  /// Disables the fast path, because the line changes in another way or moves.
  mutating func end() {
    place = nil
  }

  /// Draws a character of one column at once if the fast path is enabled.
  mutating func draw(_ glyph: String, on screen: Screen) {
    guard place != nil, drawn == nil else { return }
    screen.put(glyph)
    screen.flush()
    drawn = glyph
    // Let the terminal emulator, which may share the processor, show the character first.
    sched_yield()
  }

  /// Discards libedit's own drawing of the character. If libedit has drawn anything else, first
  /// moves the cursor back to where libedit assumes it to be.
  mutating func settle(with screen: Screen) {
    guard let glyph = drawn, let (column, room) = place else { return }
    drawn = nil
    let isSame = screen.isWaiting(glyph) || screen.isWaiting("\r\u{1B}[\(column + 1)G" + glyph)
    if isSame { screen.drop() } else { screen.putFirst("\u{08}") }
    follow(column: column + 1, room: room - 1)
  }
}

extension LineEditor {
  /// Draws a typed character before it is processed.
  func echo(_ arrival: Keyboard.Arrival) {
    guard case .key(.character(let scalar)) = arrival, (0x20..<0x7F).contains(scalar.value),
      !paste.isUnderWay, !parts.keyboard.hasRead
    else { return echo.end() }
    echo.draw(codes.isSecret ? codes.dot : String(Character(scalar)), on: parts.screen)
  }

  /// Enables the fast path for the next character if it can't change anything else on the screen.
  func followLine(_ line: [Code], cursor: Int) {
    // A line that was too long accepts no more characters, even after it has been shortened.
    guard cursor == line.count, line.count < Echo.longestLine, !isTooLong, !parts.isPlain,
      !codes.isShown, !rightPrompt.isTiedToLine, fit == nil
    else { return echo.end() }
    let (column, room) = geometry(line).free(columns: size.columns)
    echo.follow(column: column, room: room - verdictColumns)
  }
}
