/// A text and its decodings: what results from undoing the encodings in which servers return what
/// was sent to them. Encodings may be nested.
struct Readings {
  private(set) var all: [[UInt8]]

  /// The number of nested encodings to undo. Repetitions of the same encoding count as one.
  private static let depth = 3
  /// The total size, in bytes, at which decoding stops.
  private static let limit = 256 << 10

  init(of text: [UInt8]) {
    all = [text]
    var known: Set<[UInt8]> = [text]
    var latest = all
    var size = text.count
    for _ in 0..<Self.depth where size <= Self.limit {
      latest = latest.flatMap(Self.decoded).filter { !$0.isEmpty && known.insert($0).inserted }
      size += latest.reduce(0) { $0 + $1.count }
      all += latest
    }
  }

  private static func decoded(_ text: [UInt8]) -> [[UInt8]] {
    [
      toTheEnd(text, { unescaped($0, after: "%", "=") }), toTheEnd(text, withoutBackslashes),
      toTheEnd(text, withoutEntities), numbers(text, radix: 16), numbers(text, radix: 10),
    ] + (0..<2).map { runs(in: text, of: digit, 4, from: $0) }
      + (0..<4).map { runs(in: text, of: sextet, 6, from: $0) }
  }

  /// Undoes an encoding repeatedly, for as long as that shortens the text.
  private static func toTheEnd(_ text: [UInt8], _ decode: ([UInt8]) -> [UInt8]) -> [UInt8] {
    var text = text
    while true {
      let next = decode(text)
      if next.count >= text.count { return text }
      text = next
    }
  }
}

// MARK: - Escapes

extension Readings {
  /// Undoes percent-encoding (RFC 3986, 2.1) or quoted-printable (RFC 2045, 6.7).
  private static func unescaped(_ text: [UInt8], after marks: Unicode.Scalar...) -> [UInt8] {
    let marks = marks.map { UInt8(ascii: $0) }
    return replacing(in: text) { rest in
      guard marks.contains(rest[rest.startIndex]),
        let byte = number(rest.dropFirst().prefix(2), 16, 2)
      else { return nil }
      return ([UInt8(byte)], 3)
    }
  }

  /// Undoes the escapes of JSON and most languages: `\u0041`, `\x41`, `\"`. Escaped control
  /// characters don't matter, because no secret contains any.
  private static func withoutBackslashes(_ text: [UInt8]) -> [UInt8] {
    replacing(in: text) { rest in
      guard rest.first == UInt8(ascii: "\\"), let kind = rest.dropFirst().first else { return nil }
      let digits = kind == UInt8(ascii: "u") ? 4 : kind == UInt8(ascii: "x") ? 2 : 0
      if digits > 0, let code = number(rest.dropFirst(2).prefix(digits), 16, digits) {
        return (utf8(code), 2 + digits)
      }
      return ([kind], 2)
    }
  }

  /// Undoes HTML's numeric character references, `&#65;` and `&#x41;`, and those named references
  /// that stand for ASCII characters.
  private static func withoutEntities(_ text: [UInt8]) -> [UInt8] {
    replacing(in: text) { rest in
      guard rest.first == UInt8(ascii: "&"),
        let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";"))
      else { return nil }
      let name = rest[(rest.startIndex + 1)..<end]
      let length = end + 1 - rest.startIndex
      if name.first == UInt8(ascii: "#") {
        let isHex = name.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let digits = name.dropFirst(isHex ? 2 : 1)
        return number(digits, isHex ? 16 : 10, digits.count).map { (utf8($0), length) }
      }
      let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
      return names[String(decoding: name, as: UTF8.self)].map { (Array($0.utf8), length) }
    }
  }

  /// - Parameter replacement: Given the rest of the text, returns the replacement for its beginning
  ///   and the length of that beginning, or `nil` to keep the first byte.
  private static func replacing(
    in text: [UInt8], _ replacement: (ArraySlice<UInt8>) -> ([UInt8], Int)?
  ) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let first = rest.first {
      if let (bytes, length) = replacement(rest) {
        result += bytes
        rest = rest.dropFirst(length)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func utf8(_ code: Int) -> [UInt8] {
    Unicode.Scalar(UInt32(code)).map { Array(String(Character($0)).utf8) } ?? []
  }

  /// Parses a number.
  ///
  /// - Parameter count: The required number of digits, at most 7.
  /// - Returns: `nil` if the text is not a number with that many digits.
  private static func number(_ text: ArraySlice<UInt8>, _ radix: Int, _ count: Int) -> Int? {
    guard text.count == count, (1...7).contains(count) else { return nil }
    var number = 0
    for byte in text {
      guard let digit = digit(byte), digit < radix else { return nil }
      number = number * radix + digit
    }
    return number
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x37
    case 0x61...0x66: Int(byte) - 0x57
    default: nil
    }
  }
}

// MARK: - Bytes written as text

extension Readings {
  /// Decodes bytes that are written as separate numbers: `78 71`, `0x78, 0x71` or `[120,113]`.
  private static func numbers(_ text: [UInt8], radix: Int) -> [UInt8] {
    let words = text.split { byte in digit(byte) == nil && byte | 0x20 != UInt8(ascii: "x") }
    return words.compactMap { word in
      var word = word
      if let mark = word.lastIndex(where: { $0 | 0x20 == UInt8(ascii: "x") }) {
        word = word[(mark + 1)...]
      }
      return number(word, radix, word.count).flatMap { UInt8(exactly: $0) }
    }
  }

  /// Decodes the runs of hexadecimal digits, or of Base64 (RFC 4648, 4 and 5).
  ///
  /// - Parameters:
  ///   - value: Returns the value of a digit, or `nil` for any other byte.
  ///   - width: The number of bits that each digit stands for.
  ///   - start: The index of the digit in each run at which the first byte begins.
  private static func runs(
    in text: [UInt8], of value: (UInt8) -> Int?, _ width: Int, from start: Int
  ) -> [UInt8] {
    text.split { value($0) == nil }.filter { $0.count >= 4 }.flatMap { run in
      var bytes: [UInt8] = []
      var (bits, count) = (0, 0)
      for digit in run.dropFirst(start) {
        (bits, count) = (bits << width | value(digit)!, count + width)
        guard count >= 8 else { continue }
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
      return bytes
    }
  }

  private static func sextet(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x41...0x5A: Int(byte) - 0x41
    case 0x61...0x7A: Int(byte) - 0x61 + 26
    case 0x30...0x39: Int(byte) - 0x30 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
