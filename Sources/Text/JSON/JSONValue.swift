/// JSON as a tree. Each object keeps the order of its keys.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// As written, because a whole number above 2^53 would lose digits as a `Double`.
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([Member])

  /// A key of an object, and its value.
  package struct Member: Equatable, Sendable {
    package let key: String
    package let value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  package static func whole(_ number: Int) -> JSONValue { .number(String(number)) }

  /// Returns a number with three decimals, such as `-0.021` for -21.
  package static func thousandths(_ number: Int) -> JSONValue {
    let digits = String(number.magnitude % 1000 + 1000).dropFirst()
    return .number("\(number < 0 ? "-" : "")\(number.magnitude / 1000).\(digits)")
  }

  /// The value as a whole number; `nil` if it is anything else, or doesn't fit into an `Int`.
  package var asWhole: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
  }

  package var asText: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var asBool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  package var asList: [JSONValue]? {
    if case .list(let list) = self { list } else { nil }
  }

  /// The kind of value, for messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue {
  /// Reads a complete JSON text. A byte order mark at the beginning is skipped. O(bytes).
  package init(reading bytes: [UInt8]) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var scanner = JSONScanner(UnsafeRawBufferPointer(bytes))
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.offset = 3 }
      let value = try scanner.value()
      try scanner.end()
      return value
    }
  }
}

extension JSONScanner {
  /// Reads any value.
  package mutating func value() throws(JSONError) -> JSONValue {
    switch next() {
    case UInt8(ascii: "{"):
      var members: [JSONValue.Member] = []
      try object(or: \.self) { key, scanner throws(JSONError) in
        members.append(.init(key, try scanner.value()))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var items: [JSONValue] = []
      try list { scanner throws(JSONError) in items.append(try scanner.value()) }
      return .list(items)
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t") where take(word: "true"): return .bool(true)
    case UInt8(ascii: "f") where take(word: "false"): return .bool(false)
    case UInt8(ascii: "n") where take(word: "null"): return .null
    default: return .number(try number())
    }
  }
}
