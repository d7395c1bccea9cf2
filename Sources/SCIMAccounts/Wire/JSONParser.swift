extension JSONTree {
  /// Nil for what is no JSON (RFC 8259), or nested deeper than any answer of SCIM's. O(n), with little stack:
  /// it reads what strangers send, and no deadline interrupts it.
  init?(_ bytes: [UInt8]) {
    let tree = bytes.withUnsafeBufferPointer { bytes -> JSONTree? in
      var parser = JSONParser(bytes)
      return try? parser.whole()
    }
    guard let tree else { return nil }
    self = tree
  }
}

/// An object's members, whose values are left as they were written: what isn't understood can be sent back.
struct JSONMembers {
  /// The names as they are written, unescaped, each with the bytes of its value.
  let members: [(name: String, value: ArraySlice<UInt8>)]

  /// Nil for what is no JSON object. O(n)
  init?(_ bytes: [UInt8]) {
    let found = bytes.withUnsafeBufferPointer { pointer -> [(String, Range<Int>)]? in
      var parser = JSONParser(pointer)
      return try? parser.members()
    }
    guard let found else { return nil }
    members = found.map { ($0, bytes[$1]) }
  }
}

private struct JSONParser {
  struct Malformed: Error {}

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  /// Levels of lists and objects in one another.
  private static let depth = 64

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func whole() throws(Malformed) -> JSONTree {
    let tree = try value(Self.depth)
    guard next() == nil else { throw Malformed() }
    return tree
  }

  /// The members of an object that is the whole text, each with where its value stands.
  mutating func members() throws(Malformed) -> [(String, Range<Int>)] {
    guard next() == UInt8(ascii: "{") else { throw Malformed() }
    offset += 1
    var members: [(String, Range<Int>)] = []
    if !take("}") {
      repeat {
        guard next() == UInt8(ascii: "\"") else { throw Malformed() }
        let name = try text()
        guard take(":") else { throw Malformed() }
        _ = next()
        let start = offset
        _ = try value(Self.depth - 1)
        members.append((name, start..<offset))
      } while take(",")
      guard take("}") else { throw Malformed() }
    }
    guard next() == nil else { throw Malformed() }
    return members
  }

  private mutating func value(_ depth: Int) throws(Malformed) -> JSONTree {
    switch next() {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try list(depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(_ depth: Int) throws(Malformed) -> JSONTree {
    guard depth > 0 else { throw Malformed() }
    offset += 1
    var members: [String: JSONTree] = [:]
    if take("}") { return .object(members) }
    repeat {
      guard next() == UInt8(ascii: "\"") else { throw Malformed() }
      let name = try text()
      guard take(":") else { throw Malformed() }
      members[name.lowercased()] = try value(depth - 1)
    } while take(",")
    guard take("}") else { throw Malformed() }
    return .object(members)
  }

  private mutating func list(_ depth: Int) throws(Malformed) -> JSONTree {
    guard depth > 0 else { throw Malformed() }
    offset += 1
    var items: [JSONTree] = []
    if take("]") { return .list(items) }
    repeat { items.append(try value(depth - 1)) } while take(",")
    guard take("]") else { throw Malformed() }
    return .list(items)
  }

  private mutating func word(_ word: String, _ tree: JSONTree) throws(Malformed) -> JSONTree {
    guard bytes[offset...].starts(with: word.utf8) else { throw Malformed() }
    offset += word.utf8.count
    return tree
  }

  private mutating func number() throws(Malformed) -> JSONTree {
    let digits = bytes[offset...].prefix { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
      digits.count < 40, let number = Double(String(decoding: digits, as: UTF8.self))
    else { throw Malformed() }
    offset += digits.count
    return .number(number)
  }

  /// Passes a mark, if it comes next.
  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: mark) else { return false }
    offset += 1
    return true
  }

  /// The next byte that is no space, without passing it; nil at the end.
  private mutating func next() -> UInt8? {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return bytes[offset]
      }
    }
    return nil
  }
}

extension JSONParser {
  /// Reads a text, at whose quotation mark the parser stands.
  private mutating func text() throws(Malformed) -> String {
    offset += 1
    var result: [UInt8] = []
    while true {
      let run = bytes[offset...].prefix { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
      result.append(contentsOf: run)
      offset += run.count
      guard offset < bytes.count else { throw Malformed() }
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        guard let text = String(validating: result, as: UTF8.self) else { throw Malformed() }
        return text
      case UInt8(ascii: "\\"):
        offset += 1
        result.append(contentsOf: UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter)
      default: throw Malformed()
      }
    }
  }

  private mutating func escape() throws(Malformed) -> Unicode.Scalar {
    guard offset < bytes.count else { throw Malformed() }
    offset += 1
    switch bytes[offset - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar()
    default: throw Malformed()
    }
  }

  /// Reads the rest of `\uXXXX`, and of the one after it where they are a pair.
  private mutating func scalar() throws(Malformed) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), bytes[offset...].starts(with: "\\u".utf8) else {
      throw Malformed()
    }
    offset += 2
    let trail = try codeUnit()
    guard UTF16.isTrailSurrogate(trail) else { throw Malformed() }
    let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private mutating func codeUnit() throws(Malformed) -> UInt16 {
    let digits = bytes[offset...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(Self.isHexadecimal),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Malformed() }
    offset += 4
    return unit
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }
}
