/// Why the terminal can't be used.
package enum TerminalError: Error, Equatable, Sendable {
  /// The input or the output is not a terminal.
  case notATerminal

  /// Another `Terminal` is open in this process. A signal handler can restore only one.
  case inUse

  /// There is no UTF-8 locale, not even C.UTF-8.
  case noUTF8Locale

  /// A system call failed; `code` is its errno.
  case system(call: String, code: CInt)
}
