import Text

/// The filter of an element of a list, such as `type eq "work"`. Only the comparison that says how
/// to make such an element is read.
struct AttributeFilter: Equatable, Sendable {
  /// The sub-attribute that is compared.
  let name: String
  let value: Value

  enum Value: Equatable, Sendable {
    case text(String)
    case bool(Bool)
  }

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
  private static func value(_ rest: inout Substring) -> Value? {
    var (value, length): (JSONValue?, Int) = (nil, 0)
    Array(rest.utf8).withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      value = try? scanner.value()
      length = scanner.offset
    }
    rest = rest[rest.utf8.index(rest.startIndex, offsetBy: length)...]
    switch value {
    case .text(let text): return .text(text)
    case .bool(let bool): return .bool(bool)
    case nil, .null, .number, .list, .object: return nil
    }
  }

  /// Whether the filters have the same name and value. SCIM ignores the case of names, and of most
  /// texts (RFC 7643, 2.2).
  func isSame(as other: AttributeFilter) -> Bool {
    guard name.lowercased() == other.name.lowercased() else { return false }
    return switch (value, other.value) {
    case (.text(let one), .text(let two)): one.lowercased() == two.lowercased()
    case (.bool(let one), .bool(let two)): one == two
    case (.text, .bool), (.bool, .text): false
    }
  }

  /// Whether an element of a list passes.
  func passes(_ element: JSONValue) -> Bool {
    switch value {
    case .text(let text): element[name]?.asText?.lowercased() == text.lowercased()
    case .bool(let bool): element[name]?.asBool == bool
    }
  }

  /// The member with which an element passes.
  var member: AttributeTree.Member {
    switch value {
    case .text(let text): (name, .text(text))
    case .bool(let bool): (name, .bool(bool))
    }
  }
}
