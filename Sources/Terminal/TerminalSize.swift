import Glibc

/// A terminal's size in characters; zero if it is unknown.
struct TerminalSize {
  var columns: Int
  var rows: Int

  /// Larger than any real screen.
  private static let most = (columns: 2000, rows: 1000)

  init(of terminal: CInt) {
    var size = winsize()
    let isKnown = ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0
    (columns, rows) = isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (0, 0)
  }

  var isAbsurd: Bool { columns > Self.most.columns || rows > Self.most.rows }

  /// The size limited to the part that is drawn on.
  var bounded: TerminalSize {
    var size = self
    size.columns = min(columns, Self.most.columns)
    size.rows = min(rows, Self.most.rows)
    return size
  }
}
