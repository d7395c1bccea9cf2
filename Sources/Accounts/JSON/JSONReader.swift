/// Why a JSON file can't be used.
package struct JSONFileError: Error, Equatable, Sendable {
  /// The path to the value, such as `password.rules[1].limit`; "" for the file as a whole.
  package let key: String
  package let why: String

  package init(key: String, why: String) {
    self.key = key
    self.why = why
  }
}

/// One value of a JSON file and where it stands. Reading an object names every key it may have, so that
/// a misspelt key is found rather than passed over.
struct JSONReader {
  let value: JSONValue
  let path: String

  func fail(_ why: String) -> JSONFileError {
    JSONFileError(key: path, why: why)
  }

  func object(allowing keys: [String]) throws(JSONFileError) -> [String: JSONReader] {
    guard case .object(let object) = value else {
      throw fail("must be an object, not \(value.kind)")
    }
    for key in object.keys.sorted() where !keys.contains(key) {
      throw JSONFileError(
        key: child(key), why: "is not known here; known are " + keys.joined(separator: ", "))
    }
    var result: [String: JSONReader] = [:]
    for (key, value) in object { result[key] = JSONReader(value: value, path: child(key)) }
    return result
  }

  /// An object whose keys are free.
  func texts() throws(JSONFileError) -> [String: String] {
    guard case .object(let object) = value else {
      throw fail("must be an object, not \(value.kind)")
    }
    var result: [String: String] = [:]
    for (key, value) in object {
      result[key] = try JSONReader(value: value, path: child(key)).string()
    }
    return result
  }

  func array() throws(JSONFileError) -> [JSONReader] {
    guard case .array(let array) = value else { throw fail("must be a list, not \(value.kind)") }
    return array.enumerated().map { JSONReader(value: $1, path: "\(path)[\($0)]") }
  }

  func string() throws(JSONFileError) -> String {
    guard case .string(let string) = value else {
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
    guard case .number(let number, _) = value, let whole = Int(exactly: number),
      (least...most).contains(whole)
    else { throw fail("must be a whole number from \(least) to \(most)") }
    return whole
  }

  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type
  ) throws(JSONFileError) -> Value {
    guard let value = Value(rawValue: try string()) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw fail("must be one of " + known)
    }
    return value
  }

  private func child(_ key: String) -> String {
    path.isEmpty ? key : path + "." + key
  }
}

extension [String: JSONReader] {
  /// A key that an object must have.
  func need(_ key: String, in parent: JSONReader) throws(JSONFileError) -> JSONReader {
    guard let reader = self[key] else { throw parent.fail("needs the key \"\(key)\"") }
    return reader
  }
}
