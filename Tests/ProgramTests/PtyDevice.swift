import Glibc
import Synchronization
import TestSupport

/// A pseudoterminal for tests: the master, at which the test types, and the slave, which is kept
/// open so that the terminal's mode outlives the programs on it.
final class PtyDevice: Sendable {
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

  private let pair: PtyPair
  private let masterIsOpen = Atomic(true)
  private let wakes: (ours: CInt, theirs: CInt)

  init(columns: Int, rows: Int) throws {
    pair = try PtyPair(columns: columns, rows: rows)
    wakes = try Spawn.connection()
  }

  deinit {
    close(pair.slave)
    close(wakes.ours)
    close(wakes.theirs)
    if masterIsOpen.load(ordering: .relaxed) { close(pair.master) }
  }

  var path: String { pair.path }
  var mode: Mode { Mode(pair.mode) }

  func resize(columns: Int, rows: Int) {
    pair.resize(columns: columns, rows: rows)
  }

  /// Whether the program has yet to read some of what was typed.
  var hasUnread: Bool {
    var count: CInt = 0
    return ioctl(pair.slave, UInt(FIONREAD), &count) == 0 && count > 0
  }

  /// Stops the output as Ctrl-S does.
  func stopOutput() {
    tcflow(pair.slave, TCOOFF)
  }

  func type(_ text: String) { pair.type(text) }

  /// Waits for the next output and returns it, or `nil` after `hangUp`. Only one thread may call
  /// this.
  func read() -> ArraySlice<UInt8>? {
    var waits = [pair.master, wakes.ours].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&waits, 2, -1) < 0 && errno == EINTR {}
    var bytes = [UInt8](repeating: 0, count: 65_536)
    if waits[1].revents == 0 {
      let count = Glibc.read(pair.master, &bytes, bytes.count)
      if count > 0 { return bytes[..<count] }
    }
    // The master is closed here, because `close` wouldn't close it while another thread waits for
    // it.
    masterIsOpen.store(false, ordering: .relaxed)
    close(pair.master)
    return nil
  }

  /// Lets the reading thread close the master.
  func hangUp() {
    _ = write(wakes.theirs, "\n", 1)
  }
}
