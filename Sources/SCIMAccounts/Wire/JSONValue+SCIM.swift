import Text

/// A provider's JSON. SCIM compares attribute names case-insensitively (RFC 7643, 2.1).
extension JSONValue {
  /// Returns `nil` if the bytes are not JSON, or are nested more deeply than any SCIM response.
  /// O(n).
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(reading: bytes) else { return nil }
    self = value
  }

  /// The value of an attribute; `nil` if there is none. If two names differ only in case, the last
  /// one counts.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    let name = name.lowercased()
    return members.last { $0.key.lowercased() == name }?.value
  }

  /// Whether `schemas` contains this schema.
  func isOf(_ schema: String) -> Bool {
    self["schemas"]?.asList?.contains { $0.asText?.lowercased() == schema.lowercased() } == true
  }
}

/// The members of an object with the original bytes of their values, so that values that aren't
/// understood can be sent back unchanged.
struct JSONMembers {
  /// The unescaped names in their original spelling, each with the bytes of its value.
  let members: [(name: String, value: ArraySlice<UInt8>)]

  /// Returns `nil` if the bytes are not a JSON object. O(n).
  init?(_ bytes: [UInt8]) {
    var members: [(String, ArraySlice<UInt8>)] = []
    let isRead: Void? = try? bytes.withUnsafeBytes { pointer throws(JSONError) in
      var scanner = JSONScanner(pointer)
      try scanner.object(or: \.self) { name, scanner throws(JSONError) in
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
