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

  /// The attributes that the service or the provider sets itself (RFC 7643, 3.1).
  private static let own = [
    "schemas", "id", "meta", "username", "password", "active", "externalid",
  ]

  /// Reads a path. Throws if it has another form, or leads to an attribute that every account has.
  init(_ origin: SCIMAttributeError.Origin) throws(SCIMAttributeError) {
    let text = origin.path
    var rest = text[...]
    var schema: String?
    if text.lowercased().hasPrefix("urn:") {
      // A URN contains colons and dots itself; the attribute follows its last colon. A filter may
      // contain colons too.
      let colon = text.prefix { $0 != "[" }.lastIndex(of: ":") ?? text.startIndex
      let urn = text[..<colon]
      rest = text[text.index(after: colon)...]
      guard !urn.contains(where: \.isWhitespace), urn.lowercased() != "urn" else {
        throw .noPath(origin)
      }
      if urn.lowercased() != SchemaURN.user.lowercased() { schema = String(urn) }
    }
    guard let name = Self.name(&rest) else { throw .noPath(origin) }
    let element = rest.first == "[" ? try Self.element(&rest, origin) : nil
    var sub: String?
    if rest.first == "." {
      rest = rest.dropFirst()
      sub = Self.name(&rest)
      if sub == nil { throw .noPath(origin) }
    }
    guard rest.isEmpty else { throw .noPath(origin) }
    if case .filter(let filter) = element {
      guard let sub else { throw .noElement(origin) }
      if sub.lowercased() == filter.name.lowercased() {
        throw .init(origin: origin, why: "sets the sub-attribute that its own filter compares")
      }
    }
    if schema == nil && Self.own.contains(name.lowercased()) {
      throw .init(origin: origin, why: "can't be set, because every account has its own")
    }
    (self.schema, self.name, self.element, self.sub) = (schema, name, element, sub)
  }

  /// A letter, then letters, digits, `-`, `_` and `$` (RFC 7643, 2.1).
  static func name(_ rest: inout Substring) -> String? {
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_$".contains($0)) }
    guard name.first?.isLetter == true else { return nil }
    rest = rest[name.endIndex...]
    return String(name)
  }

  /// Reads an index or a filter in brackets.
  private static func element(
    _ rest: inout Substring, _ origin: SCIMAttributeError.Origin
  ) throws(SCIMAttributeError) -> Element {
    rest = rest.dropFirst()
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let element: Element
    if (1...3).contains(digits.count), let index = Int(digits) {
      rest = rest[digits.endIndex...]
      element = .index(index)
    } else {
      guard let filter = AttributeFilter(&rest) else { throw .noElement(origin) }
      element = .filter(filter)
    }
    guard rest.popFirst() == "]" else { throw .noElement(origin) }
    return element
  }
}

extension SCIMAttributeError {
  fileprivate static func noPath(_ origin: Origin) -> SCIMAttributeError {
    SCIMAttributeError(
      origin: origin,
      why: "must be a path such as title, name.givenName, emails[0].value or "
        + "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department")
  }

  /// The text in brackets is neither an index nor a filter, or no sub-attribute follows a filter.
  fileprivate static func noElement(_ origin: Origin) -> SCIMAttributeError {
    SCIMAttributeError(
      origin: origin,
      why: "must have a whole number or a filter in its brackets, such as emails[0].value or "
        + "emails[type eq \"work\"].value")
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
