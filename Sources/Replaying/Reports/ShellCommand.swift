import Terminal

/// The commands that a report suggests.
package enum ShellCommand {
  /// Returns the command that shows a verdict again. Only `replay` works for every transcript: a
  /// plain run also reads the environment and the settings file, and waits for latencies.
  package static func again(_ path: String) -> String {
    // Prevent the path from being parsed as an option.
    "signup-bot replay " + quoted(path.utf8.first == UInt8(ascii: "-") ? "./" + path : path)
  }

  /// Quotes a word for a POSIX shell, without control characters in the result. If a path ends with
  /// a newline, that newline is lost.
  static func quoted(_ word: String) -> String {
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

  private static func singleQuoted(_ word: String) -> String {
    let parts = word.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    return "'" + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "'\\''") + "'"
  }

  /// `$'…'` would be simpler, but dash doesn't support it.
  private static func printfFormat(_ word: String) -> String {
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
}
