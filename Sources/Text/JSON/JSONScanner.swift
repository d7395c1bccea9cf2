/// Reads JSON (RFC 8259) in place, from the first byte to the last, in linear time and with little
/// stack, so it is safe for untrusted input.
///
/// It keeps no copy of what it reads. It delivers strings in pieces, so a secret can go straight
/// from the input, which may be locked memory, to the caller's memory.
package struct JSONScanner {
  /// The greatest nesting depth of lists and objects. `JSONError.Reason` names it.
  static let depth = 64
  /// The length of the longest number, in characters. No `Double` or 128-bit integer needs as many.
  /// `JSONError.Reason` names it.
  static let longestNumber = 64

  let bytes: UnsafeRawBufferPointer
  /// The number of bytes that have been read.
  package internal(set) var offset = 0
  /// The number of bytes that are left.
  package var rest: Int { bytes.count - offset }
  private var level = 0

  /// - Parameter bytes: The input. It must stay valid while the scanner is used.
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - failure: Converts an error in the JSON to the one that `member` throws.
  ///   - member: Called with each key while the scanner is at its value. It must read the value.
  package mutating func object<Failure: Error>(
    or failure: (JSONError) -> Failure,
    _ member: (String, inout JSONScanner) throws(Failure) -> Void
  ) throws(Failure) {
    do throws(JSONError) { try open("{", or: .objectExpected) } catch { throw failure(error) }
    // Not strings: canonically equivalent ones are equal.
    var keys: Set<[UInt8]> = []
    var hasMore = !take("}")
    while hasMore {
      let key: String
      do throws(JSONError) {
        _ = next()
        let start = offset
        key = try string()
        guard keys.insert(Array(key.utf8)).inserted else { throw JSONError(.sameKey, at: start) }
        guard take(":") else { throw error(.colonExpected) }
        _ = next()
      } catch { throw failure(error) }
      try member(key, &self)
      do throws(JSONError) {
        hasMore = try !ends(with: "}", or: .commaOrEndOfObjectExpected)
      } catch { throw failure(error) }
    }
    level -= 1
  }

  /// Reads a list.
  ///
  /// - Parameter item: Called for each item. It must read the item.
  package mutating func list(
    _ item: (inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open("[", or: .valueExpected)
    var hasMore = !take("]")
    while hasMore {
      try item(&self)
      hasMore = try !ends(with: "]", or: .commaOrEndOfListExpected)
    }
    level -= 1
  }

  /// Reads a number and returns it as written.
  package mutating func number() throws(JSONError) -> String {
    guard let first = next(), first == UInt8(ascii: "-") || Self.isDigit(first) else {
      throw error(.valueExpected)
    }
    let start = offset
    while offset < bytes.count, Self.mayStandInNumber(bytes[offset]) { offset += 1 }
    let number = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
    guard number.count <= Self.longestNumber else { throw JSONError(.longNumber, at: start) }
    guard Self.isNumber(number) else { throw JSONError(.badNumber, at: start) }
    return String(decoding: number, as: UTF8.self)
  }

  /// Reads the given word, or returns `false` if it doesn't come next.
  mutating func take(word: StaticString) -> Bool {
    let word = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[offset...].starts(with: word) else { return false }
    offset += word.count
    return true
  }

  /// Checks that nothing follows.
  package mutating func end() throws(JSONError) {
    guard next() == nil else { throw error(.nothingExpected) }
  }

  /// Returns the next byte that is not whitespace, without consuming it, or `nil` at the end.
  package mutating func next() -> UInt8? {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return bytes[offset]
      }
    }
    return nil
  }

  func error(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: offset) }

  private mutating func open(
    _ mark: Unicode.Scalar, or reason: JSONError.Reason
  ) throws(JSONError) {
    guard next() == UInt8(ascii: mark) else { throw error(reason) }
    guard level < Self.depth else { throw error(.tooDeep) }
    level += 1
    offset += 1
  }

  private mutating func ends(
    with mark: Unicode.Scalar, or reason: JSONError.Reason
  ) throws(JSONError) -> Bool {
    if take(",") { return false }
    guard take(mark) else { throw error(reason) }
    return true
  }

  /// Consumes a character and returns `true` if it comes next.
  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: mark) else { return false }
    offset += 1
    return true
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func mayStandInNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }

  /// `-` is optional, then `0` or digits with no leading zero, then an optional fraction and
  /// exponent.
  private static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
    var rest = text[...]
    func digits() -> Bool {
      let count = rest.prefix(while: isDigit).count
      rest = rest.dropFirst(count)
      return count > 0
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest = rest.dropFirst()
    } else if !digits() {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      if !digits() { return false }
    }
    if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, [0x2B, 0x2D].contains(sign) { rest = rest.dropFirst() }
      if !digits() { return false }
    }
    return rest.isEmpty
  }
}
