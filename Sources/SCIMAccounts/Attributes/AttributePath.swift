import Text

/// The path of an attribute, in the part of RFC 7644's grammar (3.5.2) to which a value can be
/// written: `name`, `name.sub`, `name[0]`, `name[0].sub` and `name[type eq "work"].sub`, each
/// optionally preceded by the URN of its schema and a colon.
struct AttributePath: Equatable, Sendable {
  /// The schema; `nil` for the core schema of users.
  let schema: String?
  let name: String
  /// The element of a list; `nil` if the attribute is not a list.
  let element: Element?
  let sub: String?

  enum Element: Equatable, Sendable {
    /// A zero-based index.
    case index(Int)
    /// The first element that passes a filter. Paths with this element always have a sub-attribute.
    case filter(AttributeFilter)
  }

  /// - Returns: the path, or what is wrong with it.
  static func read(_ text: String) -> Result<AttributePath, Wrong> {
    var rest = text[...]
    var schema: String?
    if text.lowercased().hasPrefix("urn:") {
      // A URN contains colons and dots itself; the attribute follows its last colon. A filter may
      // contain colons too.
      let colon = text.prefix { $0 != "[" }.lastIndex(of: ":") ?? text.startIndex
      schema = String(text[..<colon])
      rest = text[text.index(after: colon)...]
      guard schema?.contains(where: { $0.isWhitespace }) == false, schema?.lowercased() != "urn"
      else { return .failure(.path) }
      if schema?.lowercased() == SchemaURN.user.lowercased() { schema = nil }
    }
    guard let name = Self.name(&rest) else { return .failure(.path) }
    var element: Element?
    if rest.first == "[" {
      guard let read = Self.element(&rest) else { return .failure(.element) }
      element = read
    }
    var sub: String?
    if rest.first == "." {
      rest = rest.dropFirst()
      guard let name = Self.name(&rest) else { return .failure(.path) }
      sub = name
    }
    guard rest.isEmpty else { return .failure(.path) }
    if case .filter(let filter) = element {
      guard let sub else { return .failure(.element) }
      if sub.lowercased() == filter.name.lowercased() { return .failure(.filtered) }
    }
    return .success(AttributePath(schema: schema, name: name, element: element, sub: sub))
  }

  /// What is wrong with a path.
  enum Wrong: Error, Equatable {
    case path
    /// The text in brackets is neither an index nor a filter, or no sub-attribute follows a filter.
    case element
    /// The sub-attribute is the one that the filter compares.
    case filtered
  }

  /// A letter, then letters, digits, `-`, `_` and `$` (RFC 7643, 2.1).
  static func name(_ rest: inout Substring) -> String? {
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_$".contains($0)) }
    guard name.first?.isLetter == true else { return nil }
    rest = rest[name.endIndex...]
    return String(name)
  }

  /// Reads an index or a filter in brackets.
  private static func element(_ rest: inout Substring) -> Element? {
    rest = rest.dropFirst()
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let element: Element
    if (1...3).contains(digits.count), let index = Int(digits) {
      rest = rest[digits.endIndex...]
      element = .index(index)
    } else {
      guard let filter = AttributeFilter(&rest) else { return nil }
      element = .filter(filter)
    }
    guard rest.first == "]" else { return nil }
    rest = rest.dropFirst()
    return element
  }
}

extension AttributePath {
  func isInSameAttribute(as other: AttributePath) -> Bool {
    schema?.lowercased() == other.schema?.lowercased()
      && name.lowercased() == other.name.lowercased()
  }

  /// Whether both paths have the same element of the same attribute, or both have none.
  func isInSameElement(as other: AttributePath) -> Bool {
    guard isInSameAttribute(as: other) else { return false }
    return switch (element, other.element) {
    case (nil, nil): true
    case (.index(let one), .index(let two)): one == two
    case (.filter(let one), .filter(let two)): one.isSame(as: two)
    case (nil, _?), (_?, nil), (.index, .filter), (.filter, .index): false
    }
  }

  /// The path as a filter names it: without an element, because a filter compares all of them (RFC
  /// 7644, 3.4.2.2).
  var inFilter: String { attribute + (sub.map { "." + $0 } ?? "") }

  /// The whole attribute, as a request for some attributes names it. Without its other parts, an
  /// element could not be told from another one.
  var attribute: String { (schema.map { $0 + ":" } ?? "") + name }
}
