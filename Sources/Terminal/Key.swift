/// A key press, or a byte that no key sends.
enum Key: Equatable {
  /// A character other than an ASCII control character, including U+0080 to U+009F.
  case character(Unicode.Scalar)

  /// A byte that is not part of valid UTF-8.
  case invalid(UInt8)

  /// An ASCII control character, 0 to 31 or 127.
  case control(UInt8)

  /// ESC (or Alt) with an ASCII character.
  case meta(UInt8)

  /// ESC alone.
  case escape

  case up, down, left, right, home, end, delete, wordLeft, wordRight, backTab
  case pasteBegin, pasteEnd

  /// An unknown escape sequence, which is ignored as a whole.
  case unknown
}
