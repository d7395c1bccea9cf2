import Secrets

/// Reads one line of JSON in place, for lines that may hold a secret: no part of it leaves locked memory
/// but what the caller takes out. It knows what events are written with: objects and texts.
struct JSONScanner {
  /// Why a line can't be read. The words quote nothing of it.
  struct Failure: Error, Equatable {
    let why: String
  }

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// - Parameter bytes: valid UTF-8, and alive for as long as the scanner is used.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Reads an object.
  ///
  /// - Parameter member: is called with each key, and reads the value.
  mutating func object(
    _ member: (String, inout JSONScanner) throws(Failure) -> Void
  ) throws(Failure) {
    guard next() == UInt8(ascii: "{") else { throw invalid("an object was expected") }
    offset += 1
    if next() == UInt8(ascii: "}") {
      offset += 1
      return
    }
    while true {
      let key = try text()
      guard next() == UInt8(ascii: ":") else { throw invalid("a colon was expected") }
      offset += 1
      try member(key, &self)
      switch next() {
      case UInt8(ascii: ","): offset += 1
      case UInt8(ascii: "}"):
        offset += 1
        return
      default: throw invalid("a comma or the object's end was expected")
      }
    }
  }

  /// Reads a text that is no secret.
  mutating func text() throws(Failure) -> String {
    let buffer = try decoded()
    return buffer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a text into locked memory alone.
  mutating func secret() throws(Failure) -> Secret {
    try decoded().secret()
  }

  /// Makes sure that nothing follows.
  mutating func end() throws(Failure) {
    guard next() == nil else { throw invalid("something follows the object") }
  }

  private func invalid(_ why: String) -> Failure {
    Failure(why: "is not valid JSON for an event: \(why), at byte \(offset + 1)")
  }

  /// The next byte that is no space, without passing it; nil at the end.
  private mutating func next() -> UInt8? {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): offset += 1
      default: return bytes[offset]
      }
    }
    return nil
  }

  private mutating func decoded() throws(Failure) -> SecretBuffer {
    guard next() == UInt8(ascii: "\"") else { throw invalid("a text was expected") }
    offset += 1
    // Never longer decoded than written: it doesn't grow.
    let result = SecretBuffer(capacity: max(bytes.count - offset, 1))
    while true {
      let run = bytes[offset...].prefix { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
      result.append(UnsafeRawBufferPointer(rebasing: run))
      offset += run.count
      guard offset < bytes.count else { throw invalid("the text has no end") }
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return result
      case UInt8(ascii: "\\"): try appendEscape(to: result)
      default: throw invalid("a control character is not escaped")
      }
    }
  }

  private mutating func appendEscape(to result: SecretBuffer) throws(Failure) {
    let escapes: [(UInt8, UInt8)] = [
      (0x22, 0x22), (0x5C, 0x5C), (0x2F, 0x2F), (0x62, 0x08), (0x66, 0x0C), (0x6E, 0x0A),
      (0x72, 0x0D), (0x74, 0x09),
    ]
    guard offset + 1 < bytes.count else { throw invalid("the text has no end") }
    let letter = bytes[offset + 1]
    if let escape = escapes.first(where: { $0.0 == letter }) {
      offset += 2
      return append(Unicode.Scalar(escape.1), to: result)
    }
    guard letter == UInt8(ascii: "u") else { throw invalid("the escape is not known") }
    let unit = try codeUnit()
    if UTF16.isLeadSurrogate(unit) {
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\\") else {
        throw invalid("half of a surrogate pair")
      }
      let trail = try codeUnit()
      guard UTF16.isTrailSurrogate(trail) else { throw invalid("half of a surrogate pair") }
      let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
      return append(Unicode.Scalar(value) ?? "\u{FFFD}", to: result)
    }
    guard let scalar = Unicode.Scalar(unit) else { throw invalid("half of a surrogate pair") }
    append(scalar, to: result)
  }

  /// Reads `\uXXXX`.
  private mutating func codeUnit() throws(Failure) -> UInt16 {
    guard offset + 5 < bytes.count, bytes[offset + 1] == UInt8(ascii: "u") else {
      throw invalid("the escape is cut short")
    }
    var value: UInt16 = 0
    for digit in bytes[offset + 2..<offset + 6] {
      guard let number = Self.hexadecimal(digit) else { throw invalid("the escape is not known") }
      value = value << 4 | number
    }
    offset += 6
    return value
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt16? {
    switch digit {
    case 0x30...0x39: UInt16(digit) - 0x30
    case 0x41...0x46: UInt16(digit) - 0x37
    case 0x61...0x66: UInt16(digit) - 0x57
    default: nil
    }
  }

  /// Writes a scalar's UTF-8 on the stack, and wipes it there.
  private func append(_ scalar: Unicode.Scalar, to result: SecretBuffer) {
    withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { bytes in
      var count = 0
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        bytes[count] = byte
        count += 1
      }
      result.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      for index in 0..<4 { bytes[index] = 0 }
    }
  }
}
