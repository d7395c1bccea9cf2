/// Writes JSON piece by piece to any destination, such as a string or locked memory. It keeps no
/// copy.
///
/// The output is safe to display, stays on one line, and is also valid in YAML's double quotes:
/// everything that a terminal would obey or not draw is escaped, although JSON itself requires this
/// only for C0.
package struct JSONWriter {
  private let take: (UnsafeRawBufferPointer) -> Void

  package init(_ take: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.take = take
  }

  /// Writes text as it is: punctuation, a number, or a word.
  package func plain(_ text: String) {
    var text = text
    text.withUTF8 { take(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a quoted string.
  package func text(_ text: String) {
    quoted { escaped(text) }
  }

  /// Writes quotation marks around the output of `write`.
  package func quoted(_ write: () -> Void) {
    plain("\"")
    write()
    plain("\"")
  }

  package func escaped(_ text: String) {
    var text = text
    text.withUTF8 { escaped(UnsafeRawBufferPointer($0)) }
  }

  /// Writes UTF-8 as the contents of a string, in runs. O(bytes).
  package func escaped(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    var scalars = UTF8Text(bytes: bytes).makeIterator()
    var index = 0
    while let scalar = scalars.next() {
      if Self.mustEscape(scalar) {
        if start < index { take(UnsafeRawBufferPointer(rebasing: bytes[start..<index])) }
        escape(UInt16(scalar.value))
        start = scalars.offset
      }
      index = scalars.offset
    }
    if start < bytes.count { take(UnsafeRawBufferPointer(rebasing: bytes[start...])) }
  }

  package func list<Item>(_ items: [Item], _ write: (Item) -> Void) {
    enclosed("[", items, "]", write)
  }

  package func object<Value>(
    _ members: [(key: String, value: Value)], _ write: (Value) -> Void
  ) {
    enclosed("{", members, "}") { member in
      text(member.key)
      plain(":")
      write(member.value)
    }
  }

  private func enclosed<Item>(
    _ start: String, _ items: [Item], _ end: String, _ write: (Item) -> Void
  ) {
    plain(start)
    for (index, item) in items.enumerated() {
      if index > 0 { plain(",") }
      write(item)
    }
    plain(end)
  }

  /// In addition to what must not be displayed: quotation marks and backslashes, the byte order
  /// mark, and the two noncharacters that neither YAML nor XML allows.
  private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x22, 0x5C, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: isUnsafe(scalar)
    }
  }

  /// Writes an escape from the stack, and wipes it afterwards, because it may be part of a secret.
  private func escape(_ unit: UInt16) {
    withUnsafeTemporaryAllocation(byteCount: 6, alignment: 1) { place in
      place[0] = UInt8(ascii: "\\")
      let short: UInt8? =
        switch unit {
        case 0x22, 0x5C: UInt8(unit)
        case 0x0A: UInt8(ascii: "n")
        case 0x09: UInt8(ascii: "t")
        default: nil
        }
      if let short {
        place[1] = short
      } else {
        place[1] = UInt8(ascii: "u")
        for digit in 0..<4 {
          let value = UInt8(truncatingIfNeeded: unit >> UInt16(12 - 4 * digit)) & 0xF
          place[2 + digit] = value < 10 ? 0x30 + value : 0x57 + value
        }
      }
      take(UnsafeRawBufferPointer(rebasing: place[..<(short == nil ? 6 : 2)]))
      for index in 0..<6 { place[index] = 0 }
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// On a single line, without a trailing newline.
  package var description: String {
    var bytes: [UInt8] = []
    write(with: JSONWriter { bytes.append(contentsOf: $0) })
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(with writer: JSONWriter) {
    switch self {
    case .null: writer.plain("null")
    case .bool(let value): writer.plain(value ? "true" : "false")
    case .number(let digits): writer.plain(digits)
    case .text(let text): writer.text(text)
    case .list(let items): writer.list(items) { $0.write(with: writer) }
    case .object(let members):
      writer.object(members.map { ($0.key, $0.value) }) { $0.write(with: writer) }
    }
  }

  /// On several lines, indented by two spaces for each level, with a trailing newline.
  package var indented: String { indented("\n") + "\n" }

  /// - Parameter newline: A newline with the indentation of the line on which the value begins.
  private func indented(_ newline: String) -> String {
    let inner = newline + "  "
    func enclosed(_ start: String, _ items: [String], _ end: String) -> String {
      if items.isEmpty { return start + end }
      return start + inner + items.joined(separator: "," + inner) + newline + end
    }
    switch self {
    case .null, .bool, .number, .text: return description
    case .list(let items): return enclosed("[", items.map { $0.indented(inner) }, "]")
    case .object(let members):
      return enclosed(
        "{", members.map { "\(JSONValue.text($0.key)): \($0.value.indented(inner))" }, "}")
    }
  }
}
