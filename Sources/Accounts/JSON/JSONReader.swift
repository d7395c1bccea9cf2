import Text

/// A value in a JSON file and its path. An object is read with the list of keys that it may have,
/// so a misspelt key is reported rather than ignored.
struct JSONReader {
  let value: JSONValue
  let path: String

  private init(_ value: JSONValue, _ path: String) {
    (self.value, self.path) = (value, path)
  }

  /// Reads a whole file. O(bytes).
  init(reading bytes: [UInt8]) throws(JSONFileError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(reading: bytes)
    } catch {
      let place = error.place(in: bytes)
      throw JSONFileError(
        key: "",
        why: "is not valid JSON: line \(place.line), column \(place.column): \(error.reason)"
          + (error.key(in: bytes).map { ": \"\($0)\"" } ?? ""))
    }
    self.init(value, "")
  }

  func fail(_ why: String) -> JSONFileError {
    JSONFileError(key: path, why: why)
  }

  func object(allowing keys: [String]) throws(JSONFileError) -> [String: JSONReader] {
    let members = try object()
    for key in members.map(\.key).sorted() where !keys.contains(key) {
      throw JSONFileError(
        key: child(key),
        why: "is unknown here; known are " + keys.joined(separator: ", ")
          + suggestion(for: key, among: keys))
    }
    return Dictionary(members, uniquingKeysWith: { first, _ in first })
  }

  /// The members of an object, in order.
  func object() throws(JSONFileError) -> [(key: String, value: JSONReader)] {
    guard case .object(let members) = value else {
      throw fail("must be an object, not \(value.kind)")
    }
    return members.map { ($0.key, JSONReader($0.value, child($0.key))) }
  }

  func array() throws(JSONFileError) -> [JSONReader] {
    guard case .list(let items) = value else { throw fail("must be a list, not \(value.kind)") }
    return items.enumerated().map { JSONReader($1, "\(path)[\($0)]") }
  }

  /// Reads each item of a list.
  func list<Item>(
    _ read: (JSONReader) throws(JSONFileError) -> Item
  ) throws(JSONFileError) -> [Item] {
    var items: [Item] = []
    for item in try array() { items.append(try read(item)) }
    return items
  }

  func strings() throws(JSONFileError) -> [String] {
    try list { item throws(JSONFileError) in try item.string() }
  }

  func string() throws(JSONFileError) -> String {
    guard case .text(let string) = value else {
      throw fail("must be a text, not \(value.kind)")
    }
    return string
  }

  func bool() throws(JSONFileError) -> Bool {
    guard case .bool(let bool) = value else {
      throw fail("must be true or false, not \(value.kind)")
    }
    return bool
  }

  func whole(
    from least: Int, to most: Int = 1_000_000
  ) throws(JSONFileError) -> Int {
    guard let whole = value.asWhole, (least...most).contains(whole) else {
      throw fail("must be a whole number from \(least) to \(most)")
    }
    return whole
  }

  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type
  ) throws(JSONFileError) -> Value {
    let text = try string()
    guard let value = Value(rawValue: text) else {
      throw fail("must be " + oneOf(Value.allCases.map(\.rawValue), not: text))
    }
    return value
  }

  /// Reads a text that can be shown on a line.
  func line() throws(JSONFileError) -> String {
    let text = try string()
    try checkLine(text)
    return text
  }

  /// Checks that a text can be shown on a line: it is not blank, and has no control characters.
  func checkLine(_ text: String) throws(JSONFileError) {
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { throw fail("must not be empty") }
    if text.unicodeScalars.contains(where: { $0.isControl || $0 == "\u{2028}" || $0 == "\u{2029}" })
    {
      throw fail("contains a control character")
    }
  }

  func child(_ key: String) -> String {
    path.isEmpty ? key : path + "." + key
  }
}

extension [String: JSONReader] {
  /// Returns the value of a required key.
  func need(_ key: String, in parent: JSONReader) throws(JSONFileError) -> JSONReader {
    guard let reader = self[key] else { throw parent.fail("needs the key \"\(key)\"") }
    return reader
  }
}

/// Why a JSON file is unusable.
package struct JSONFileError: Error, Equatable, Sendable {
  /// The path to the value, such as `password.rules[1].limit`; "" for the whole file.
  package let key: String
  package let why: String

  package init(key: String, why: String) {
    self.key = key
    self.why = why
  }
}
