/// A provider's JSON. Names have no case in SCIM (RFC 7643, 2.1).
enum JSONTree: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  /// With its names in small letters; of two of one name, the later.
  case object([String: JSONTree])
}

extension JSONTree {
  /// The value of an attribute; nil where there is none.
  subscript(name: String) -> JSONTree? {
    if case .object(let members) = self { members[name.lowercased()] } else { nil }
  }

  var asText: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var asBool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  var asList: [JSONTree]? {
    if case .list(let list) = self { list } else { nil }
  }

  var asWhole: Int? {
    if case .number(let number) = self { Int(exactly: number) } else { nil }
  }

  /// Whether it names this schema as its own.
  func isOf(_ schema: String) -> Bool {
    self["schemas"]?.asList?.contains { $0.asText?.lowercased() == schema.lowercased() } == true
  }
}
