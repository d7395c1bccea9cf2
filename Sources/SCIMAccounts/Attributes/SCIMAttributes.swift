/// The attributes that every account gets in addition to its name and password, for providers that
/// require more.
///
/// A value is text. `{{username}}` in it stands for the account's name; `true` and `false` become
/// JSON booleans.
package struct SCIMAttributes: Equatable, Sendable {
  struct Attribute: Equatable, Sendable {
    let path: AttributePath
    let value: String
  }

  let attributes: [Attribute]

  /// Creates an empty set of attributes.
  package init() { attributes = [] }

  /// - Parameter given: paths such as `emails[0].value` with values such as
  ///   `{{username}}@example.org`. List indexes start at zero and must have no gaps.
  package init(_ given: [(path: String, value: String)]) throws(SCIMAttributeError) {
    var attributes: [Attribute] = []
    for (path, value) in given {
      let attribute = Attribute(path: try Self.read(path), value: value)
      try Self.check(value, path)
      if let why = Self.conflict(attribute.path, attributes.map(\.path)) {
        throw SCIMAttributeError(path: path, why: why)
      }
      attributes.append(attribute)
    }
    self.attributes = attributes
    for (path, _) in given { try checkGaps(path) }
  }

  /// The attributes that the service or the provider sets itself (RFC 7643, 3.1).
  private static let own = [
    "schemas", "id", "meta", "username", "password", "active", "externalid",
  ]

  private static func read(_ text: String) throws(SCIMAttributeError) -> AttributePath {
    let path: AttributePath
    switch AttributePath.read(text) {
    case .success(let read): path = read
    case .failure(.path):
      throw SCIMAttributeError(
        path: text,
        why: "must be a path such as title, name.givenName, emails[0].value or "
          + "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department")
    case .failure(.index):
      throw SCIMAttributeError(
        path: text, why: "must have a whole number in its brackets, such as emails[0].value")
    }
    if path.schema == nil && own.contains(path.name.lowercased()) {
      throw SCIMAttributeError(path: text, why: "can't be set, because every account has its own")
    }
    return path
  }

  private static func check(_ value: String, _ path: String) throws(SCIMAttributeError) {
    let rest = value.split(separator: username, omittingEmptySubsequences: false)
    if rest.contains(where: { $0.contains("{{") }) {
      throw SCIMAttributeError(path: path, why: "may contain no placeholder except {{username}}")
    }
  }

  /// Why a path conflicts with others; `nil` if it doesn't.
  private static func conflict(_ path: AttributePath, _ others: [AttributePath]) -> String? {
    let beside = others.filter { $0.isInSameAttribute(as: path) }
    if beside.contains(where: { ($0.index == nil) != (path.index == nil) }) {
      return "is used both as a list and as a single value"
    }
    let inSamePlace = beside.filter { $0.index == path.index }
    if inSamePlace.contains(where: { $0.sub?.lowercased() == path.sub?.lowercased() }) {
      return "is given twice"
    }
    if inSamePlace.contains(where: { ($0.sub == nil) != (path.sub == nil) }) {
      return "is used both with and without a sub-attribute"
    }
    return nil
  }

  private func checkGaps(_ text: String) throws(SCIMAttributeError) {
    guard case .success(let path) = AttributePath.read(text), let index = path.index, index > 0
    else { return }
    let places = attributes.filter { $0.path.isInSameAttribute(as: path) }.map(\.path.index)
    guard !places.contains(index - 1) else { return }
    throw SCIMAttributeError(path: text, why: "needs an element [\(index - 1)] before it")
  }

  private static let username = "{{username}}"

  /// Returns the value for one account.
  static func fill(_ value: String, _ name: String) -> SecretJSON {
    switch value {
    case "true": .bool(true)
    case "false": .bool(false)
    default:
      .text(
        value.split(separator: username, omittingEmptySubsequences: false).joined(separator: name))
    }
  }
}

extension AttributePath {
  fileprivate func isInSameAttribute(as other: AttributePath) -> Bool {
    schema?.lowercased() == other.schema?.lowercased()
      && name.lowercased() == other.name.lowercased()
  }
}
