import Text

/// A provider's JSON. Names have no case in SCIM (RFC 7643, 2.1).
extension JSONValue {
  /// Nil for what is no JSON, or nested deeper than any answer of SCIM's. O(n).
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(reading: bytes) else { return nil }
    self = value
  }

  /// The value of an attribute, of two that differ in case the later; nil where there is none.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    let name = name.lowercased()
    return members.last { $0.key.lowercased() == name }?.value
  }

  var asText: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var asBool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  var asList: [JSONValue]? {
    if case .list(let list) = self { list } else { nil }
  }

  /// Whether it names this schema as its own.
  func isOf(_ schema: String) -> Bool {
    self["schemas"]?.asList?.contains { $0.asText?.lowercased() == schema.lowercased() } == true
  }
}

/// An object's members, whose values are left as they were written: what isn't understood can be sent back.
struct JSONMembers {
  /// The names as they are written, unescaped, each with the bytes of its value.
  let members: [(name: String, value: ArraySlice<UInt8>)]

  /// Nil for what is no JSON object. O(n)
  init?(_ bytes: [UInt8]) {
    var members: [(String, ArraySlice<UInt8>)] = []
    let isRead: Void? = try? bytes.withUnsafeBytes { pointer throws(JSONError) in
      var scanner = JSONScanner(pointer)
      try scanner.object { name, scanner throws(JSONError) in
        let start = scanner.offset
        _ = try scanner.value()
        members.append((name, bytes[start..<scanner.offset]))
      }
      try scanner.end()
    }
    guard isRead != nil else { return nil }
    self.members = members
  }
}
