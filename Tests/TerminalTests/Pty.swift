import Glibc
import TestSupport

@testable import Terminal

/// A pseudo terminal from the user's side. A thread reads the terminal's output, so that the
/// program never waits for the screen.
final class Pty: @unchecked Sendable {
  private let pair: PtyPair
  private let screen: Watcher

  init(columns: Int = 80, rows: Int = 24) {
    do {
      pair = try PtyPair(columns: columns, rows: rows)
    } catch {
      fatalError("\(error)")
    }
    screen = Watcher(pair.master)
  }

  deinit {
    // This makes the watcher's read fail, which ends the watcher.
    close(pair.slave)
  }

  var slave: CInt { pair.slave }

  /// Opens the terminal of the process.
  func terminal() throws -> Terminal {
    try Terminal(input: slave, output: slave, term: "xterm", plain: false)
  }

  func resize(columns: Int, rows: Int) {
    pair.resize(columns: columns, rows: rows)
  }

  var mode: termios { pair.mode }

  var isRaw: Bool { mode.c_lflag & tcflag_t(ICANON) == 0 }
  var isCooked: Bool { !isRaw && mode.c_lflag & tcflag_t(ECHO) != 0 }

  /// Everything that has been written to the terminal so far.
  var text: String { String(decoding: screen.bytes, as: UTF8.self) }

  func type(_ text: String) { pair.type(text) }

  /// Waits until the text has been written and the terminal reads single keys.
  /// - Returns: `false` if this doesn't happen in time; see `Deadline`.
  func waitFor(_ text: String) -> Bool {
    Deadline.awaits { isRaw && self.text.contains(text) }
  }
}

/// Reads the bytes of a pseudo terminal's master on a separate thread. The conformance is
/// unchecked; the mutex makes it safe.
private final class Watcher: @unchecked Sendable {
  private let master: CInt
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var read: [UInt8] = []

  init(_ master: CInt) {
    self.master = master
    pthread_mutex_init(mutex, nil)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Watcher>.fromOpaque(argument!).takeRetainedValue().watch()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }

  deinit {
    close(master)
    mutex.deallocate()
  }

  var bytes: [UInt8] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return read
  }

  private func watch() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(master, &bytes, bytes.count)
      guard count > 0 else { return }
      pthread_mutex_lock(mutex)
      read += bytes.prefix(count)
      pthread_mutex_unlock(mutex)
    }
  }
}
