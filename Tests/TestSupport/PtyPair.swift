import Glibc

/// Both ends of a pseudoterminal: the master, at which a test types, and the slave, the terminal of
/// the program. The owner must close them.
package struct PtyPair: Sendable {
  package struct Failure: Error {
    let code = errno
  }

  package let master: CInt
  package let slave: CInt
  /// The slave's path.
  package let path: String

  package init(columns: Int, rows: Int) throws {
    // The equivalent of posix_openpt, unlockpt and ptsname, which Glibc's module lacks.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { throw Failure() }
    var locked: CInt = 0
    var number: CInt = 0
    _ = ioctl(master, 0x4004_5431, &locked)
    _ = ioctl(master, 0x8004_5430, &number)
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw Failure() }
    resize(columns: columns, rows: rows)
  }

  /// Changes the size. The kernel sends SIGWINCH to the program in the foreground.
  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  package var mode: termios {
    var mode = termios()
    tcgetattr(slave, &mode)
    return mode
  }

  /// Types a text, or as much of it as there is someone to read.
  package func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
