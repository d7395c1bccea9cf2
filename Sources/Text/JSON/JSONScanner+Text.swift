extension JSONScanner {
  /// Reads a string that is not secret.
  package mutating func string() throws(JSONError) -> String {
    var decoded: [UInt8] = []
    _ = next()
    let start = offset
    try text { decoded.append(contentsOf: $0) }
    guard let string = String(validating: decoded, as: UTF8.self) else {
      throw JSONError(.notUTF8, at: start)
    }
    return string
  }

  /// Reads a string without storing any of it.
  ///
  /// - Parameter take: Called with each piece of the decoded string, in order. Together, the pieces
  ///   are no longer than the remaining bytes, and they are valid UTF-8 if those are.
  package mutating func text(
    _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(JSONError) {
    guard next() == UInt8(ascii: "\"") else { throw error(.textExpected) }
    offset += 1
    while true {
      let run = bytes[offset...].prefix { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
      if !run.isEmpty { take(UnsafeRawBufferPointer(rebasing: run)) }
      offset += run.count
      guard offset < bytes.count else { throw error(.endlessText) }
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return
      case UInt8(ascii: "\\"): try escape().withWipedUTF8(take)
      default: throw error(.controlCharacter)
      }
    }
  }

  /// Reads an escape. The scanner must be at the backslash.
  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard offset + 1 < bytes.count else { throw error(.endlessText) }
    let scalar: Unicode.Scalar
    switch bytes[offset + 1] {
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try escapedScalar()
    default: throw error(.unknownEscape)
    }
    offset += 2
    return scalar
  }

  /// Reads `\uXXXX`, and a second one if the two are a surrogate pair.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let start = offset
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), offset + 1 < bytes.count,
      bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u")
    else { throw JSONError(.halfSurrogatePair, at: start) }
    let trail = try codeUnit()
    let value = 0x10000 + (UInt32(unit) & 0x3FF) << 10 + (UInt32(trail) & 0x3FF)
    guard UTF16.isTrailSurrogate(trail), let scalar = Unicode.Scalar(value) else {
      throw JSONError(.halfSurrogatePair, at: start)
    }
    return scalar
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    guard offset + 5 < bytes.count else { throw error(.shortEscape) }
    var value: UInt16 = 0
    for digit in bytes[offset + 2..<offset + 6] {
      guard let number = Self.hexadecimal(digit) else { throw error(.unknownEscape) }
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
}
