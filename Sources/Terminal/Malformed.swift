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
