import Text

/// The filter of an element of a list, such as `type eq "work"`. Only the comparison that says how
/// to make such an element is read.
struct AttributeFilter: Equatable, Sendable {
  /// The sub-attribute that is compared.
  let name: String
  /// A text, `true` or `false`.
  let value: JSONValue

  /// Reads a filter from the beginning of a text, and removes it there. Returns `nil` if there is
  /// none.
  init?(_ rest: inout Substring) {
    guard let name = AttributePath.name(&rest), Self.spaces(&rest),
      rest.prefix(2).lowercased() == "eq"
    else { return nil }
    rest = rest.dropFirst(2)
    guard Self.spaces(&rest), let value = Self.value(&rest) else { return nil }
    _ = Self.spaces(&rest)
    (self.name, self.value) = (name, value)
  }

  /// Returns whether there were any spaces, which it removes.
  private static func spaces(_ rest: inout Substring) -> Bool {
    let spaces = rest.prefix { $0 == " " }
    rest = rest[spaces.endIndex...]
    return !spaces.isEmpty
  }

  /// Reads a JSON text, `true` or `false` (RFC 7644, 3.4.2.2).
  private static func value(_ rest: inout Substring) -> JSONValue? {
    var (value, length): (JSONValue?, Int) = (nil, 0)
    Array(rest.utf8).withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      value = try? scanner.value()
      length = scanner.offset
    }
    rest = rest[rest.utf8.index(rest.startIndex, offsetBy: length)...]
    return value?.asText == nil && value?.asBool == nil ? nil : value
  }

  /// Whether the filters have the same name and value. SCIM ignores the case of names, and of most
  /// texts (RFC 7643, 2.2).
  func isSame(as other: AttributeFilter) -> Bool {
    name.lowercased() == other.name.lowercased() && matches(other.value)
  }

  /// Whether an element of a list passes.
  func passes(_ element: JSONValue) -> Bool { matches(element[name]) }

  private func matches(_ other: JSONValue?) -> Bool {
    guard let text = value.asText else { return other == value }
    return other?.asText?.lowercased() == text.lowercased()
  }

  /// The member with which an element passes.
  var member: AttributeTree.Member {
    (name, value.asText.map(SecretJSON.text) ?? .bool(value == .bool(true)))
  }
}
