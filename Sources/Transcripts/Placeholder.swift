/// What a bot's line may hold where a real service makes something up: `{{name:kind}}`. It binds at its
/// first use, and must be equal later. `\{{` is a literal `{{`.
package enum Placeholder {
  /// What a placeholder lets through.
  enum Kind: String, CaseIterable {
    /// 8-4-4-4-12 hexadecimal digits.
    case uuid
    /// ASCII digits.
    case number
    /// Anything without a space.
    case word
    /// Anything but nothing.
    case text

    func holds(_ text: Substring) -> Bool {
      switch self {
      case .uuid:
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
          && groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
      case .number: return !text.isEmpty && text.allSatisfy { ("0"..."9").contains($0) }
      case .word: return !text.isEmpty && !text.contains(" ")
      case .text: return !text.isEmpty
      }
    }
  }

  enum Part: Equatable {
    case literal(String)
    case hole(name: String, Kind)
  }

  /// How a text that is meant literally is written.
  package static func escaped(_ text: String) -> String {
    text.contains("{{") ? text.split(separator: "{{", omittingEmptySubsequences: false)
      .joined(separator: "\\{{") : text
  }

  /// Whether a line that the bot says now is the one that a transcript has.
  ///
  /// - Parameters:
  ///   - template: the transcript's text, escaped.
  ///   - actual: the text said, escaped.
  ///   - bindings: what the placeholders stand for so far; a match adds its own.
  package static func matches(
    _ template: String, _ actual: String, _ bindings: inout [String: String]
  ) -> Bool {
    let parts = parts(of: template)
    var trial = bindings
    guard match(parts[...], actual[...], &trial) else { return false }
    bindings = trial
    return true
  }

  private static func match(
    _ parts: ArraySlice<Part>, _ text: Substring, _ bindings: inout [String: String]
  ) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    let rest = parts.dropFirst()
    switch part {
    case .literal(let literal):
      guard text.utf8.starts(with: literal.utf8) else { return false }
      return match(rest, Substring(text.utf8.dropFirst(literal.utf8.count)), &bindings)
    case .hole(let name, let kind):
      if let bound = bindings[name] {
        return match([.literal(bound)] + rest, text, &bindings)
      }
      var end = text.endIndex
      while end > text.startIndex {
        var trial = bindings
        trial[name] = String(text[..<end])
        if kind.holds(text[..<end]), match(rest, text[end...], &trial) {
          bindings = trial
          return true
        }
        end = text.index(before: end)
      }
      return false
    }
  }

  static func parts(of template: String) -> [Part] {
    var parts: [Part] = []
    var literal = ""
    var rest = template[...]
    while let character = rest.first {
      if rest.hasPrefix("\\{{") {
        literal += "\\{{"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("{{"), let (hole, after) = hole(in: rest) {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(hole)
        rest = after
      } else {
        literal.append(character)
        rest = rest.dropFirst()
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    return parts
  }

  private static func hole(in text: Substring) -> (Part, Substring)? {
    let inner = text.dropFirst(2)
    guard let close = inner.firstIndex(of: "}"), inner[close...].hasPrefix("}}") else { return nil }
    let words = inner[..<close].split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2, !words[0].isEmpty, let kind = Kind(rawValue: String(words[1])) else {
      return nil
    }
    return (.hole(name: String(words[0]), kind), inner[close...].dropFirst(2))
  }
}
