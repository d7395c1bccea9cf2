import CTerminal
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

/// A pseudoterminal whose size libedit reads instead of the real terminal's, if that is absurdly
/// large.
final class StandIn {
  /// The stream to give to libedit.
  let stream: UnsafeMutablePointer<FILE>
  let descriptor: CInt
  private let master: CInt

  /// Returns `nil` if the system has no pseudoterminal left.
  init?() {
    var ends: (master: CInt, slave: CInt) = (-1, -1)
    guard terminal_stand_in(&ends.master, &ends.slave) == 0 else { return nil }
    guard let stream = fdopen(ends.slave, "r") else {
      close(ends.master)
      close(ends.slave)
      return nil
    }
    (self.stream, descriptor, master) = (stream, ends.slave, ends.master)
  }

  deinit {
    fclose(stream)
    close(master)
  }

  func take(_ size: TerminalSize) {
    var size = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }
}
