/// The path of an attribute, in the part of RFC 7644's grammar (3.5.2) to which a value can be
/// written: `name`, `name.sub`, `name[0]`, `name[0].sub`, each optionally preceded by the URN of
/// its schema and a colon.
struct AttributePath: Equatable, Sendable {
  /// The schema; `nil` for the core schema of users.
  let schema: String?
  let name: String
  /// The zero-based index in a list; `nil` if the attribute is not a list.
  let index: Int?
  let sub: String?

  /// - Returns: the path, or what is wrong with it.
  static func read(_ text: String) -> Result<AttributePath, Wrong> {
    var rest = text[...]
    var schema: String?
    if text.lowercased().hasPrefix("urn:") {
      // A URN contains colons and dots itself; the attribute follows its last colon.
      let colon = text.lastIndex(of: ":") ?? text.startIndex
      schema = String(text[..<colon])
      rest = text[text.index(after: colon)...]
      guard schema?.contains(where: { $0.isWhitespace }) == false, schema?.lowercased() != "urn"
      else { return .failure(.path) }
      if schema?.lowercased() == SchemaURN.user.lowercased() { schema = nil }
    }
    guard let name = Self.name(&rest) else { return .failure(.path) }
    var index: Int?
    if rest.first == "[" {
      guard let close = rest.firstIndex(of: "]"),
        let number = Self.number(rest[rest.index(after: rest.startIndex)..<close])
      else { return .failure(.index) }
      index = number
      rest = rest[rest.index(after: close)...]
    }
    var sub: String?
    if rest.first == "." {
      rest = rest.dropFirst()
      guard let name = Self.name(&rest) else { return .failure(.path) }
      sub = name
    }
    guard rest.isEmpty else { return .failure(.path) }
    return .success(AttributePath(schema: schema, name: name, index: index, sub: sub))
  }

  /// The part of a path that is invalid.
  enum Wrong: Error, Equatable {
    case path, index
  }

  /// A letter, then letters, digits, `-`, `_` and `$` (RFC 7643, 2.1).
  private static func name(_ rest: inout Substring) -> String? {
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_$".contains($0)) }
    guard name.first?.isLetter == true else { return nil }
    rest = rest[name.endIndex...]
    return String(name)
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...3).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(text)
  }
}
