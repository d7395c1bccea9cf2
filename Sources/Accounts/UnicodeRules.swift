import Secrets
@_spi(_Unicode) import Swift
import Text

/// Whether a scalar is in Foundation's `CharacterSet.alphanumerics`: letters, marks and digits of
/// every script (the general categories L, M and N).
package func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
  // Looking up properties is slow, and a name is judged at each key.
  if scalar.isASCII {
    return ScalarKind.asciiLetters.contains(scalar) || ScalarKind.asciiDigits.contains(scalar)
  }
  return switch scalar.properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
    true
  default: false
  }
}

/// Returns a secret in the form of RFC 8265, section 4.2: every space becomes U+0020, then NFC.
///
/// ASCII stays as it is, so this need not be called for it. The standard library normalises only
/// strings, so other text passes through ordinary memory during the call.
func opaqueString(_ text: UTF8Text) -> Secret {
  var mapped = String.UnicodeScalarView()
  for scalar in text {
    mapped.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
  }
  var normal = String.UnicodeScalarView()
  normal.append(contentsOf: String(mapped)._nfc)
  return Secret(String(normal))
}

/// Whether combining marks typed after `typed` can turn it into `wanted`: the decomposition of
/// `wanted` begins with the same scalar and contains all that was typed. Marks can come in any
/// order.
func mayBecome(_ wanted: Unicode.Scalar, _ typed: Unicode.Scalar) -> Bool {
  func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass != .notReordered
  }
  if isMark(typed) { return isMark(wanted) }
  func parts(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] { Array(String(scalar)._nfd) }
  let (whole, begun) = (parts(wanted), parts(typed))
  return whole.first == begun.first && begun.allSatisfy(whole.contains)
}
