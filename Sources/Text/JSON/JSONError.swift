/// Why some bytes can't be read as JSON, and where. It quotes none of them, because they may be
/// secret.
package struct JSONError: Error, Equatable, Sendable {
  package let reason: Reason
  /// In bytes, from the beginning.
  package let offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  package enum Reason: Error, Equatable, Sendable {
    case expected(Expected)
    case nothingExpected
    case endlessText
    case controlCharacter
    case unknownEscape
    case shortEscape
    case halfSurrogatePair
    case notUTF8
    case badNumber
    case longNumber
    case sameKey
    case tooDeep
  }

  package enum Expected: Sendable {
    case value, object, text, colon
    case commaOrEndOfObject, commaOrEndOfList
  }

  /// Returns the line and column of the error, counted from 1, with columns in bytes. O(offset).
  package func place(in bytes: some Sequence<UInt8>) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    for byte in bytes.prefix(offset) {
      if byte == 0x0A { (line, column) = (line + 1, 1) } else { column += 1 }
    }
    return (line, column)
  }

  /// The key that an object has twice; `nil` for another error, and if the key is over 100 bytes.
  ///
  /// - Parameter bytes: The input. It must not be secret, because the key is quoted.
  package func key(in bytes: [UInt8]) -> String? {
    guard reason == .sameKey else { return nil }
    var isEscaped = false
    let text = bytes.dropFirst(offset + 1).prefix(101).prefix { byte in
      defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
      return byte != UInt8(ascii: "\"") || isEscaped
    }
    return text.count > 100 ? nil : String(decoding: text, as: UTF8.self)
  }
}

extension JSONError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .expected(.value): "a value was expected"
    case .expected(.object): "an object was expected"
    case .expected(.text): "a text was expected"
    case .expected(.colon): "a colon was expected"
    case .expected(.commaOrEndOfObject): "a comma or the end of the object was expected"
    case .expected(.commaOrEndOfList): "a comma or the end of the list was expected"
    case .nothingExpected: "there is text after the end"
    case .endlessText: "the string is not terminated"
    case .controlCharacter: "a control character is not escaped"
    case .unknownEscape: "the escape is unknown"
    case .shortEscape: "the escape is incomplete"
    case .halfSurrogatePair: "half of a surrogate pair"
    case .notUTF8: "the text is not valid UTF-8"
    case .badNumber: "the number is not valid in JSON"
    case .longNumber: "the number has more than \(JSONScanner.longestNumber) characters"
    case .sameKey: "the object has this key twice"
    case .tooDeep: "lists and objects are nested more than \(JSONScanner.depth) deep"
    }
  }
}
