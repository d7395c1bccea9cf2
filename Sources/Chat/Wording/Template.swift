/// Parses the parts of a wording: `{name}` is a value, `{name|one|many}` is chosen by a count, and
/// `{name|between}` is a list with `between` as the separator.
enum Template {
  enum Part: Equatable {
    case literal(String)
    case value(String)
    case plural(String, String, String)
    case joined(String, String)
  }

  static func parts(of template: String) -> [Part] {
    // A shortcut for wordings without values, because all wordings are parsed when the program
    // starts.
    if !template.utf8.contains(UInt8(ascii: "{")) {
      return template.isEmpty ? [] : [.literal(template)]
    }
    var parts: [Part] = []
    // Search bytes: in UTF-8, no other character contains the byte of a brace or a bar.
    var rest = Substring(template).utf8
    while let open = rest.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      if open > rest.startIndex { parts.append(.literal(text(rest[..<open]))) }
      let inner = rest[rest.index(after: open)..<close]
        .split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map(text)
      switch inner.count {
      case 2: parts.append(.joined(inner[0], inner[1]))
      case 3: parts.append(.plural(inner[0], inner[1], inner[2]))
      default: parts.append(.value(inner[0]))
      }
      rest = rest[close...].dropFirst()
    }
    if !rest.isEmpty { parts.append(.literal(text(rest))) }
    return parts
  }

  /// Splits a question before the parentheses at its end; `nil` if there are none. Only the wording
  /// itself is searched, and not its values, which may come from outside.
  static func hint(of template: [Part]) -> (asks: [Part], hint: [Part])? {
    guard case .literal(let end)? = template.last, end.hasSuffix(")") || end.hasSuffix("\u{FF09}")
    else { return nil }
    for index in template.indices.reversed() {
      guard case .literal(let text) = template[index],
        let open = text.lastIndex(where: { $0 == "(" || $0 == "\u{FF08}" })
      else { continue }
      var asks = text[..<open]
      while asks.last == " " { asks.removeLast() }
      return (
        Array(template[..<index]) + [.literal(String(asks))],
        [.literal(String(text[asks.endIndex...]))] + Array(template[(index + 1)...])
      )
    }
    return nil
  }

  private static func text(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }
}
