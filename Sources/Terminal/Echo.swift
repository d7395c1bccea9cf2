import Glibc

/// The short way of a typed character to the screen: it is drawn at the line's end before libedit is told
/// of it, with nothing but itself. libedit knows a short way too, but takes it only where nothing stands at
/// the right end of the row; otherwise it draws prompt, line and verdict anew to find what has changed.
struct Echo {
  /// The column behind the line, and how many are free from there on.
  private var place: (column: Int, room: Int)?
  private var drawn: String?

  /// Columns to be kept free: nearer to the edge, or to the verdict, libedit takes that away or wraps.
  private static let margin = 4

  /// A longer line may be too long with the next character.
  static let longestLine = 1000

  /// Whether a character stands on the screen that libedit doesn't know of yet.
  var isDrawn: Bool { drawn != nil }

  /// The line ends here, with the cursor behind it, and all has been drawn.
  mutating func follow(column: Int, room: Int) {
    place = room > Self.margin ? (column, room) : nil
  }

  /// The line changes in another way, or is drawn elsewhere.
  mutating func end() {
    place = nil
  }

  /// Draws a character of one column at once, where that may be.
  mutating func draw(_ glyph: String, on screen: Screen) {
    guard place != nil, drawn == nil else { return }
    screen.put(glyph)
    screen.flush()
    drawn = glyph
    // Whoever shows it may have to share the processor: what is to be done with the key can wait for that.
    sched_yield()
  }

  /// libedit has drawn the character too. That is not written again; had it drawn anything else, it would
  /// begin where it takes the cursor to be.
  mutating func settle(with screen: Screen) {
    guard let glyph = drawn, let (column, room) = place else { return }
    drawn = nil
    let isSame = screen.isWaiting(glyph) || screen.isWaiting("\r\u{1B}[\(column + 1)G" + glyph)
    if isSame { screen.drop() } else { screen.putFirst("\u{08}") }
    follow(column: column + 1, room: room - 1)
  }
}

extension LineEditor {
  /// Draws a typed character before anything else is done with it.
  func echo(_ arrival: Keyboard.Arrival) {
    guard case .key(.character(let scalar)) = arrival, (0x20..<0x7F).contains(scalar.value),
      !paste.isUnderWay, !parts.keyboard.hasRead
    else { return echo.end() }
    echo.draw(codes.isSecret ? codes.dot : String(Character(scalar)), on: parts.screen)
  }

  /// Lets the next character take the short way, where nothing else can change by it.
  func followLine(_ line: [Code], cursor: Int) {
    // A line that was too long takes nothing more, however short it has become.
    guard cursor == line.count, line.count < Echo.longestLine, !isTooLong, !parts.isPlain,
      !codes.isShown, !rightPrompt.isTiedToLine, fit == nil
    else { return echo.end() }
    let (column, room) = geometry(line).free(columns: size.columns)
    echo.follow(column: column, room: room - verdictColumns)
  }
}
