/// Makes a text from outside safe to show: characters that could control a terminal, hide or
/// reorder the text, or break the line become visible escapes such as `\u{1B}`. The rest stays
/// unchanged.
package func escapingControls(_ text: String) -> String {
  // Almost all texts are plain ASCII, which can be checked without decoding.
  if text.withUTF8Text(\.isPrintableASCII) { return text }
  guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isUnsafe(scalar) {
      result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Whether a character is one of C0, DEL or C1, a line or paragraph separator, or changes the
/// direction of text (Unicode 16, UAX #9, table 4, and its deprecated equivalents).
func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0: true
  case 0x2028, 0x2029: true
  case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: true
  default: false
  }
}

extension Unicode.Scalar {
  /// Whether the general category is Cc. Its members never change (the Unicode Standard, 23.1).
  package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
