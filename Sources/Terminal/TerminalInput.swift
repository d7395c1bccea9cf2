import Secrets

/// How one question at the terminal ended.
package enum TerminalInput: Sendable {
  /// A line without its newline, byte for byte. `pasteDropped`: more lines had been pasted after it
  /// and were dropped.
  case line(String, pasteDropped: Bool)

  /// A secret, byte for byte.
  case secret(Secret, pasteDropped: Bool)

  /// The question was left by Shift-Tab. What had been typed is kept; "" at a secret.
  case back(halfTyped: String)

  /// The line held something that no answer may hold. It is dropped as a whole, never repaired.
  case malformed(Malformed)

  /// Something was typed that the question doesn't take. It is dropped as a whole.
  case unfitting

  /// Ctrl-D on an empty line.
  case endOfInput

  /// Ctrl-C on an empty line.
  case interrupted

  /// The terminal went away.
  case hungUp
}

/// What stands in the line at the moment.
package enum Typed<Answer> {
  case answer(Answer)
  /// It would be refused as it is.
  case malformed(Malformed)
}

/// Why a line is no answer.
package enum Malformed: Equatable, Sendable {
  /// Bytes that are not UTF-8: overlong, surrogates, cut, or 0xFF.
  case invalidUTF8

  /// A zero byte (Ctrl-Space types it).
  case nul

  /// A control character that is no editing key, or any inside a paste (TAB too).
  case controlCharacter

  /// More than `Terminal.longestLine` bytes.
  case tooLong
}

/// How the wait for some work ended.
package enum WorkEnd: Equatable, Sendable {
  /// `wake()` was called. It may have been meant for earlier work: look whether this one is done.
  case woken

  /// Ctrl-C.
  case interrupted

  /// The terminal went away.
  case hungUp
}

/// Why the terminal can't be used.
package enum TerminalError: Error, Equatable, Sendable {
  /// The input or the output is not a terminal.
  case notATerminal

  /// Another `Terminal` is open in this process; signals can restore only one.
  case inUse

  /// No UTF-8 locale, not even C.UTF-8.
  case noUTF8Locale

  /// A system call failed; `code` is its errno.
  case system(call: String, code: CInt)
}
