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

  /// The value is its description.
  package enum Reason: String, CustomStringConvertible, Sendable {
    case valueExpected = "a value was expected"
    case objectExpected = "an object was expected"
    case textExpected = "a text was expected"
    case colonExpected = "a colon was expected"
    case commaOrEndOfObjectExpected = "a comma or the end of the object was expected"
    case commaOrEndOfListExpected = "a comma or the end of the list was expected"
    case nothingExpected = "there is text after the end"
    case endlessText = "the string is not terminated"
    case controlCharacter = "a control character is not escaped"
    case unknownEscape = "the escape is unknown"
    case shortEscape = "the escape is incomplete"
    case halfSurrogatePair = "half of a surrogate pair"
    case notUTF8 = "the text is not valid UTF-8"
    case badNumber = "the number is not valid in JSON"
    case longNumber = "the number has more than 64 characters"
    case sameKey = "the object has this key twice"
    case tooDeep = "lists and objects are nested more than 64 deep"

    package var description: String { rawValue }
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
