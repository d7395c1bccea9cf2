/// Quotes a word for a POSIX shell, without control characters in the result. A newline at the end of the
/// word is lost.
package func shellWord(_ word: String) -> String {
  let plain = word.utf8.allSatisfy { byte in
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "-", "_", "+", ",", ":", "@", "%": true
    default: false
    }
  }
  if plain && !word.isEmpty { return word }
  if escapingControls(word) == word { return singleQuoted(word) }
  return "\"$(printf " + singleQuoted(printfFormat(word)) + ")\""
}

/// A text in single quotes, as a POSIX shell reads it back.
package func singleQuoted(_ word: String) -> String {
  let parts = word.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
  return "'" + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "'\\''") + "'"
}

/// Returns a format with which `printf` prints the text. `$'…'` would be simpler, but dash doesn't support it.
private func printfFormat(_ word: String) -> String {
  var format = ""
  for scalar in word.unicodeScalars {
    let text = String(scalar)
    if escapingControls(text) != text {
      for byte in text.utf8 {
        let digits = String(byte, radix: 8)
        format += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    } else {
      format += scalar == "%" || scalar == "\\" ? text + text : text
    }
  }
  return format
}
