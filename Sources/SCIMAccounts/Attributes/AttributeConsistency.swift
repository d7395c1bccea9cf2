import Accounts

/// Finds paths that can't be used, alone or together.
extension AttributePath {
  /// The attributes that the service or the provider sets itself (RFC 7643, 3.1).
  private static let own = [
    "schemas", "id", "meta", "username", "password", "active", "externalid",
  ]

  /// Reads a path that can be written to.
  init(checking origin: SCIMAttributeError.Origin) throws(SCIMAttributeError) {
    switch AttributePath.read(origin.path) {
    case .success(let path): self = path
    case .failure(let wrong): throw SCIMAttributeError(origin: origin, why: wrong.words)
    }
    if schema == nil && Self.own.contains(name.lowercased()) {
      throw SCIMAttributeError(
        origin: origin, why: "can't be set, because every account has its own")
    }
  }
}

extension AttributePath.Wrong {
  fileprivate var words: String {
    switch self {
    case .path:
      "must be a path such as title, name.givenName, emails[0].value or "
        + "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department"
    case .element:
      "must have a whole number or a filter in its brackets, such as emails[0].value or "
        + "emails[type eq \"work\"].value"
    case .filtered: "sets the sub-attribute that its own filter compares"
    }
  }
}

extension SCIMAttributes.Attribute {
  /// Throws an error if the paths of others lead to the same place, or need the attribute to be
  /// something else.
  func checkConflicts(with others: [SCIMAttributes.Attribute]) throws(SCIMAttributeError) {
    for other in others where other.path.isInSameAttribute(as: path) {
      if let why = conflict(with: other.path) {
        throw SCIMAttributeError(origin: origin, why: why, other: other.origin)
      }
    }
  }

  /// - Parameter other: a path to the same attribute.
  private func conflict(with other: AttributePath) -> String? {
    switch (path.element, other.element) {
    case (nil, nil): break
    case (nil, _?), (_?, nil): return "is used both as a list and as a single value"
    case (.index, .filter), (.filter, .index): return "is used both with an index and with a filter"
    case (.filter(let one), .filter(let two)):
      // An answer could otherwise make an element pass the filter of another one.
      guard one.name.lowercased() == two.name.lowercased() else {
        return "is used with filters that compare different sub-attributes"
      }
    case (.index, .index): break
    }
    guard path.isInSameElement(as: other) else { return nil }
    if path.sub?.lowercased() == other.sub?.lowercased() { return "is given twice" }
    if (path.sub == nil) != (other.sub == nil) {
      return "is used both with and without a sub-attribute"
    }
    return nil
  }

  /// Throws an error if the element before this one is missing, or may be: this element would then
  /// move to its place.
  func checkGap(in all: [SCIMAttributes.Attribute]) throws(SCIMAttributeError) {
    guard case .index(let index) = path.element, index > 0 else { return }
    let before = all.filter {
      $0.path.isInSameAttribute(as: path) && $0.path.element == .index(index - 1)
    }
    guard !before.isEmpty else {
      throw SCIMAttributeError(origin: origin, why: "needs an element [\(index - 1)] before it")
    }
    let questions = before.compactMap(\.question)
    guard questions.isEmpty || questions.contains(where: \.isRequired) else {
      throw SCIMAttributeError(
        origin: origin,
        why: "needs an element [\(index - 1)] before it, whose question is optional",
        other: before.first { $0.question != nil }?.origin)
    }
  }
}
