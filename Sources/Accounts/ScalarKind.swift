/// A kind of Unicode scalar.
package enum ScalarKind: Equatable, Sendable {
  /// Foundation's `CharacterSet.alphanumerics`: letters, marks and digits of every script.
  case alphanumerics
  case asciiLetters
  case asciiUppercase
  case asciiLowercase
  case asciiDigits
  /// A single scalar.
  case scalar(Unicode.Scalar)

  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .alphanumerics: isAlphanumeric(scalar)
    case .asciiLetters: ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    case .asciiUppercase: ("A"..."Z").contains(scalar)
    case .asciiLowercase: ("a"..."z").contains(scalar)
    case .asciiDigits: ("0"..."9").contains(scalar)
    case .scalar(let one): scalar == one
    }
  }
}
