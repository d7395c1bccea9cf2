import Text

extension [String: String] {
  /// Reads a JSON object with simple values, such as a settings file: texts, numbers, booleans, and
  /// lists of texts, which are joined with commas.
  package init(flatJSON bytes: [UInt8]) throws(JSONFileError) {
    self.init()
    for (key, reader) in try JSONReader(reading: bytes).object() {
      switch reader.value {
      case .text(let text): self[key] = text
      case .number(let digits): self[key] = digits
      case .bool(let bool): self[key] = String(bool)
      case .list:
        self[key] = try reader.strings().joined(separator: ",")
      case .null, .object:
        throw JSONFileError(key: key, why: "must be a text, a number, true, false or a list")
      }
    }
  }
}
