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
