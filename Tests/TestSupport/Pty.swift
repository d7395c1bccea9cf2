import Glibc
import Synchronization

/// A pseudoterminal: the master, at which a test types and a thread reads the output, and the slave,
/// which is kept open so that the terminal's mode outlives the programs on it.
package final class Pty: Sendable {
  /// A terminal's mode, for comparison field by field.
  package struct Mode: Equatable {
    let flags: [tcflag_t]
    let keys: [UInt8]
    let line: UInt8
    let speeds: [speed_t]

    init(_ mode: termios) {
      flags = [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
      keys = withUnsafeBytes(of: mode.c_cc) { Array($0) }
      line = mode.c_line
      speeds = [mode.c_ispeed, mode.c_ospeed]
    }

    /// Whether each key goes to the program at once, without an echo.
    package var isRaw: Bool { flags[3] & tcflag_t(ICANON | ECHO) == 0 }
  }

  /// What the reading thread has read. The thread doesn't keep the pseudoterminal itself alive.
  private final class Output: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  package let slave: CInt
  /// The slave's path.
  package let path: String
  private let master: CInt
  private let output = Output()
  /// Closing it ends the reading thread.
  private let wake: CInt

  /// - Parameter onOutput: Called by the reading thread with each piece of output.
  package init(
    columns: Int = 80, rows: Int = 24,
    onOutput: @escaping @Sendable (ArraySlice<UInt8>) -> Void = { _ in }
  ) {
    // The equivalent of posix_openpt, unlockpt and ptsname, which Glibc's module lacks.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: CInt = 0
    var number: CInt = 0
    _ = ioctl(master, 0x4004_5431, &locked)
    _ = ioctl(master, 0x8004_5430, &number)
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0, let ends = try? Spawn.connection() else { fatalError("no terminal left") }
    wake = ends.ours
    resize(columns: columns, rows: rows)
    startThread { [master, output] in
      Self.read(master, until: ends.theirs) { piece in
        output.bytes.withLock { $0 += piece }
        onOutput(piece)
      }
    }
  }

  deinit {
    close(slave)
    close(wake)
  }

  /// Reads until the other end of a connection is closed, and then closes both descriptors: another
  /// thread's `close` wouldn't close the master while this one waits for it.
  private static func read(
    _ master: CInt, until wake: CInt, _ onOutput: (ArraySlice<UInt8>) -> Void
  ) {
    var waits = [master, wake].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      while poll(&waits, 2, -1) < 0 && errno == EINTR {}
      guard waits[1].revents == 0 else { break }
      let count = Glibc.read(master, &piece, piece.count)
      guard count > 0 else { break }
      onOutput(piece[..<count])
    }
    close(master)
    close(wake)
  }

  package var mode: Mode {
    var mode = termios()
    tcgetattr(slave, &mode)
    return Mode(mode)
  }

  /// Everything that has been written to the terminal so far.
  package var text: String { String(decoding: output.bytes.withLock { $0 }, as: UTF8.self) }

  /// Whether the program has yet to read some of what was typed.
  package var hasUnread: Bool {
    var count: CInt = 0
    return ioctl(slave, UInt(FIONREAD), &count) == 0 && count > 0
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

  /// Changes the size. The kernel sends SIGWINCH to the program in the foreground.
  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Stops the output as Ctrl-S does.
  package func stopOutput() {
    tcflow(slave, TCOOFF)
  }

  /// Closes the master, as a terminal's window does when it is closed.
  package func hangUp() {
    shutdown(wake, CInt(SHUT_RDWR))
  }
}
