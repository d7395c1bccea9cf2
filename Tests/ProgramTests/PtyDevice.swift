import Glibc
import Synchronization

/// A pseudoterminal for tests: the master, at which the test types, and the slave, which is kept
/// open so that the terminal's mode outlives the programs on it.
final class PtyDevice: Sendable {
  struct Failure: Error {
    let call: String
    let code = errno
  }

  /// A terminal's mode, for comparison field by field.
  struct Mode: Equatable {
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
    var isRaw: Bool { flags[3] & tcflag_t(ICANON | ECHO) == 0 }
  }

  let path: String
  private let master: CInt
  private let slave: CInt
  private let masterIsOpen = Atomic(true)
  private let wakes: (ours: CInt, theirs: CInt)

  init(columns: Int, rows: Int) throws {
    // This does what posix_openpt, unlockpt and ptsname do, which Glibc's module lacks.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { throw Failure(call: "open") }
    wakes = try Spawn.connection()
    var locked: CInt = 0
    var number: CInt = 0
    _ = ioctl(master, 0x4004_5431, &locked)
    _ = ioctl(master, 0x8004_5430, &number)
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw Failure(call: "open") }
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(slave)
    close(wakes.ours)
    close(wakes.theirs)
    if masterIsOpen.load(ordering: .relaxed) { close(master) }
  }

  var mode: Mode {
    var mode = termios()
    tcgetattr(slave, &mode)
    return Mode(mode)
  }

  /// Changes the size. The kernel sends SIGWINCH to the program in the foreground.
  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Whether the program has yet to read some of what was typed.
  var hasUnread: Bool {
    var count: CInt = 0
    return ioctl(slave, UInt(FIONREAD), &count) == 0 && count > 0
  }

  /// Stops the output as Ctrl-S does.
  func stopOutput() {
    tcflow(slave, TCOOFF)
  }

  func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits for the next output and returns it, or `nil` after `hangUp`. Only one thread may call
  /// this.
  func read() -> ArraySlice<UInt8>? {
    var waits = [master, wakes.ours].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&waits, 2, -1) < 0 && errno == EINTR {}
    var bytes = [UInt8](repeating: 0, count: 65_536)
    if waits[1].revents == 0 {
      let count = Glibc.read(master, &bytes, bytes.count)
      if count > 0 { return bytes[..<count] }
    }
    // The master is closed here, because `close` wouldn't close it while another thread waits for
    // it.
    masterIsOpen.store(false, ordering: .relaxed)
    close(master)
    return nil
  }

  /// Lets the reading thread close the master.
  func hangUp() {
    _ = write(wakes.theirs, "\n", 1)
  }
}
