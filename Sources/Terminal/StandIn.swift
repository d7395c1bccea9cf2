import CTerminal
import Glibc

/// A terminal that nobody sits at, of which libedit learns the size in the place of one that is absurdly
/// large: it keeps two pictures of the whole screen, and would take gigabytes for them, or crash.
final class StandIn {
  /// What libedit is to know it by.
  let stream: UnsafeMutablePointer<FILE>
  let descriptor: CInt
  private let master: CInt

  /// Nil where there are no pseudo terminals left.
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
    terminal_set_size(descriptor, CInt(size.columns), CInt(size.rows))
  }
}

/// A terminal's size in characters; 0 where it is not known.
struct TerminalSize {
  var columns: Int
  var rows: Int

  /// More than any screen shows.
  private static let most = (columns: 2000, rows: 1000)

  init(of terminal: CInt) {
    var columns: CInt = 0
    var rows: CInt = 0
    terminal_size(terminal, &columns, &rows)
    (self.columns, self.rows) = (Int(columns), Int(rows))
  }

  var isAbsurd: Bool { columns > Self.most.columns || rows > Self.most.rows }

  /// The part of it that is drawn on.
  var bounded: TerminalSize {
    var size = self
    size.columns = min(columns, Self.most.columns)
    size.rows = min(rows, Self.most.rows)
    return size
  }
}
