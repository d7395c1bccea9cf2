/// Extra attributes as members of a JSON object, in the order given.
struct AttributeTree {
  typealias Member = (key: String, value: SecretJSON)

  private let attributes: [SCIMAttributes.Attribute]
  private let name: String

  init(_ attributes: SCIMAttributes, for name: String) {
    (self.attributes, self.name) = (attributes.attributes, name)
  }

  /// The members of the core schema.
  var core: [Member] { members(of: nil) }

  /// The members of other schemas, each under its URN (RFC 7643, 3.3).
  var extensions: [Member] {
    schemas.map { ($0, .object(members(of: $0))) }
  }

  /// The URNs of the other schemas.
  var schemas: [String] {
    distinct(attributes.compactMap(\.path.schema))
  }

  private func members(of schema: String?) -> [Member] {
    let here = attributes.filter { $0.path.schema?.lowercased() == schema?.lowercased() }
    return distinct(here.map(\.path.name)).map { attribute in
      (attribute, value(here.filter { $0.path.name.lowercased() == attribute.lowercased() }))
    }
  }

  /// - Parameter parts: the parts of one attribute; either all of them have an index or none has.
  private func value(_ parts: [SCIMAttributes.Attribute]) -> SecretJSON {
    let places = Set(parts.compactMap(\.path.index)).sorted()
    guard !places.isEmpty else { return item(parts) }
    return .list(places.map { place in item(parts.filter { $0.path.index == place }) })
  }

  private func item(_ parts: [SCIMAttributes.Attribute]) -> SecretJSON {
    if let part = parts.first, part.path.sub == nil { return SCIMAttributes.fill(part.value, name) }
    return .object(
      parts.map { ($0.path.sub ?? "", SCIMAttributes.fill($0.value, name)) })
  }

  /// Removes duplicates, ignoring case, and keeps the first spelling.
  private func distinct(_ names: [String]) -> [String] {
    var seen = Set<String>()
    return names.filter { seen.insert($0.lowercased()).inserted }
  }
}
