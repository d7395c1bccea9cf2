extension [String: String] {
  /// Reads a JSON object of plain values, such as a file of settings: texts, numbers, true and false,
  /// and lists of texts, which are joined with commas.
  package init(flatJSON bytes: [UInt8]) throws(JSONFileError) {
    self.init()
    let reader = JSONReader(value: try parseJSON(bytes), path: "")
    guard case .object(let object) = reader.value else {
      throw reader.fail("must be an object, not \(reader.value.kind)")
    }
    for (key, value) in object {
      switch value {
      case .string(let text): self[key] = text
      case .number(_, let digits): self[key] = digits
      case .bool(let bool): self[key] = String(bool)
      case .array:
        var items: [String] = []
        for item in try JSONReader(value: value, path: key).array() {
          items.append(try item.string())
        }
        self[key] = items.joined(separator: ",")
      case .null, .object:
        throw JSONFileError(key: key, why: "must be a text, a number, true, false or a list")
      }
    }
  }
}
