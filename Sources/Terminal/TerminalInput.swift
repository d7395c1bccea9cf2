import Secrets

/// The result of a question at the terminal.
package enum TerminalInput: Sendable {
  /// A line without its newline, byte for byte. With `pasteDropped`, more pasted lines followed it
  /// and were dropped.
  case line(String, pasteDropped: Bool)

  /// A secret, byte for byte.
  case secret(Secret, pasteDropped: Bool)

  /// The user left the question with Shift-Tab. `halfTyped` is what had been typed, or "" at a
  /// secret.
  case back(halfTyped: String)

  /// The line contained something that no answer may contain. It is discarded, never repaired.
  case malformed(Malformed)

  /// The user typed something that the question doesn't accept. It is discarded.
  case unfitting

  /// Ctrl-D on an empty line.
  case endOfInput

  /// Ctrl-C on an empty line.
  case interrupted

  /// The terminal was closed.
  case hungUp
}

/// Why a line can't be an answer.
package enum Malformed: Equatable, Sendable {
  /// Invalid UTF-8: overlong forms, surrogates, truncated sequences, or bytes such as 0xFF.
  case invalidUTF8

  /// A NUL byte, which Ctrl-Space types.
  case nul

  /// A control character that is not an editing key or that was pasted, including Tab.
  case controlCharacter

  /// More than `Terminal.longestLine` bytes.
  case tooLong
}
