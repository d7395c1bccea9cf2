import Glibc
import TestSupport

@testable import Terminal

extension Pty {
  /// Opens the terminal of the process.
  func terminal() throws -> Terminal {
    try Terminal(input: slave, output: slave, term: "xterm", plain: false)
  }

  var isRaw: Bool { mode.isRaw }

  /// Waits until the text has been written and the terminal reads single keys.
  /// - Returns: `false` if this doesn't happen in time; see `Deadline`.
  func waitFor(_ text: String) -> Bool {
    Deadline.awaits { isRaw && self.text.contains(text) }
  }
}
