/// A text from outside, made safe to show: what could steer a terminal, hide or reorder the text, or
/// break the line stands as a visible escape such as `\u{1B}`. All else is left as it is.
package func escapingControls(_ text: String) -> String {
  // Nearly all texts are plain, and are seen to be without being decoded.
  var copy = text
  if copy.withUTF8({ $0.allSatisfy { (0x20..<0x7F).contains($0) } }) { return text }
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

/// C0, DEL and C1; line and paragraph separators; everything that changes the direction of text
/// (Unicode 16, UAX #9, table 4, and its deprecated kin).
package func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0: true
  case 0x2028, 0x2029: true
  case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: true
  default: false
  }
}
