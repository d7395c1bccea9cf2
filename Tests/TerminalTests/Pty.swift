import Glibc
import Synchronization
import TestSupport

@testable import Terminal

/// A pseudo terminal from the user's side. A thread reads the terminal's output, so that the
/// program never waits for the screen.
final class Pty: Sendable {
  private let pair: PtyPair
  private let output = Output()

  private final class Output: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  init(columns: Int = 80, rows: Int = 24) {
    do {
      pair = try PtyPair(columns: columns, rows: rows)
    } catch {
      fatalError("\(error)")
    }
    startThread { [pair, output] in
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(pair.master, &bytes, bytes.count)
        guard count > 0 else { break }
        output.bytes.withLock { $0 += bytes.prefix(count) }
      }
      close(pair.master)
    }
  }

  deinit {
    // This makes the thread's read fail, which ends the thread.
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
  var text: String { output.bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  func type(_ text: String) { pair.type(text) }

  /// Waits until the text has been written and the terminal reads single keys.
  /// - Returns: `false` if this doesn't happen in time; see `Deadline`.
  func waitFor(_ text: String) -> Bool {
    Deadline.awaits { isRaw && self.text.contains(text) }
  }
}
