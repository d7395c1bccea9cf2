/// A man page in the mdoc language of roff, line by line.
struct Roff {
  private var lines: [String] = []

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// Adds a macro with arguments, each of which is one word to roff.
  mutating func macro(_ name: String, _ arguments: String...) {
    lines.append(([name] + arguments.map(Self.argument)).joined(separator: " "))
  }

  /// Adds a text, each sentence on lines of its own, as roff prefers it.
  mutating func sentences(_ text: String) {
    for sentence in text.replacing(". ", with: ".\n").split(separator: "\n") {
      for line in wrapped(Self.escaped(String(sentence)), to: 80) {
        let isControl = line.first == "." || line.first == "'"
        lines.append((isControl ? "\\&" : "") + line)
      }
    }
  }

  /// Adds a reference to another page of section 1.
  mutating func reference(to page: String, isLast: Bool) {
    // The name is looked up, so that its hyphens must stay plain.
    lines.append(".Xr \(page) 1" + (isLast ? "" : " ,"))
  }

  /// Adds a list of names with their explanations.
  mutating func list(_ items: some Sequence<(name: String, text: String)>) {
    macro(".Bl", "-tag", "-width", "Ds")
    for (name, text) in items {
      macro(".It", name)
      sentences(text)
    }
    macro(".El")
  }

  /// Returns a text that roff prints unchanged. A plain hyphen or quotation mark would be printed
  /// as a typographic one, which can't be copied into a shell.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u\(hexadecimal(scalar))]"
      }
    }
    return result
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func argument(_ text: String) -> String {
    if macroWords.contains(text) { return text }
    let escaped = escaped(text).replacing("\"", with: "\\(dq")
    return escaped.contains(" ") || escaped.isEmpty ? "\"\(escaped)\"" : escaped
  }

  /// Arguments that belong to the language, with a hyphen that must stay plain.
  private static let macroWords: Set = ["-tag", "-width", "-bullet", "-compact"]
}

/// Breaks a text into lines at its spaces. A word longer than the width gets a line of its own.
func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, last.count + 1 + word.count <= width {
      lines[lines.count - 1] = last + " " + word
    } else {
      lines.append(String(word))
    }
  }
  return lines
}
