import Secrets
@_spi(_Unicode) import Swift

/// Letters, marks and digits of every script, as Foundation's `CharacterSet.alphanumerics` has them: the general
/// categories L, M and N.
func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
  // The properties take their time, and names are judged at each key.
  if scalar.isASCII {
    return ScalarKind.asciiLetters.holds(scalar) || ScalarKind.asciiDigits.holds(scalar)
  }
  return switch scalar.properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
    true
  default: false
  }
}

/// What RFC 8265, section 4.2, makes of a secret: every space is U+0020, then NFC.
///
/// The mapping leaves plain ASCII alone, and there is no need to call this for it. The standard library
/// normalises strings only, so anything else passes through ordinary memory for the length of the call.
func opaqueString(_ text: UTF8Text) -> Secret {
  var mapped = String.UnicodeScalarView()
  for scalar in text {
    mapped.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
  }
  var normal = String.UnicodeScalarView()
  normal.append(contentsOf: String(mapped)._nfc)
  return Secret(String(normal))
}

/// Whether marks that are typed after a scalar can make another one of it: what that one decomposes to
/// begins the same and has all that is there already. Of two marks either may come first.
func mayBecome(_ wanted: Unicode.Scalar, _ typed: Unicode.Scalar) -> Bool {
  func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass != .notReordered
  }
  if isMark(typed) { return isMark(wanted) }
  func parts(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] { Array(String(scalar)._nfd) }
  let (whole, begun) = (parts(wanted), parts(typed))
  return whole.first == begun.first && begun.allSatisfy(whole.contains)
}
