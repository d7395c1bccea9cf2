import Secrets

/// JSON to be sent. A secret in it is escaped from one piece of locked memory into another, and is never
/// part of a `String`.
enum SecretJSON {
  case text(String)
  case secret(Secret)
  /// Pieces of one text, some of them secret.
  case joined([Piece])
  case whole(Int)
  case bool(Bool)
  case list([SecretJSON])
  case object([(key: String, value: SecretJSON)])

  enum Piece {
    case text(String)
    /// Escaped once more than the text it stands in: it is a JSON text within one.
    case quotedSecret(Secret)
  }

  /// The bytes, secret as a whole. O(n).
  func written() -> Secret {
    let buffer = SecretBuffer(capacity: 1024)
    write(to: buffer)
    return buffer.secret()
  }

  private func write(to buffer: SecretBuffer) {
    switch self {
    case .text(let text):
      Self.quote(text, into: buffer)
    case .secret(let secret):
      buffer.append("\"")
      secret.withBytes { buffer.append(escaping: $0) }
      buffer.append("\"")
    case .joined(let pieces):
      buffer.append("\"")
      for piece in pieces { Self.write(piece, to: buffer) }
      buffer.append("\"")
    case .whole(let number): buffer.append(String(number))
    case .bool(let value): buffer.append(value ? "true" : "false")
    case .list(let values):
      Self.enclose("[", values, "]", into: buffer) { $0.write(to: buffer) }
    case .object(let members):
      Self.enclose("{", members, "}", into: buffer) { member in
        Self.quote(member.key, into: buffer)
        buffer.append(":")
        member.value.write(to: buffer)
      }
    }
  }

  private static func write(_ piece: Piece, to buffer: SecretBuffer) {
    switch piece {
    case .text(var text):
      text.withUTF8 { buffer.append(escaping: UnsafeRawBufferPointer($0)) }
    case .quotedSecret(let secret):
      let inner = SecretBuffer(capacity: secret.count * 2 + 16)
      inner.append("\"")
      secret.withBytes { inner.append(escaping: $0) }
      inner.append("\"")
      inner.withBytes { buffer.append(escaping: $0) }
    }
  }

  private static func quote(_ text: String, into buffer: SecretBuffer) {
    var text = text
    buffer.append("\"")
    text.withUTF8 { buffer.append(escaping: UnsafeRawBufferPointer($0)) }
    buffer.append("\"")
  }

  private static func enclose<Item>(
    _ start: String, _ items: [Item], _ end: String, into buffer: SecretBuffer,
    _ write: (Item) -> Void
  ) {
    buffer.append(start)
    for (index, item) in items.enumerated() {
      if index > 0 { buffer.append(",") }
      write(item)
    }
    buffer.append(end)
  }
}

extension SecretBuffer {
  /// Appends text that is no secret.
  fileprivate func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends UTF-8 as the inside of a JSON text (RFC 8259, 7): quotation marks, backslashes and C0 are
  /// escaped, the rest stays as it is. O(n), in runs.
  fileprivate func append(escaping bytes: UnsafeRawBufferPointer) {
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
      append(UnsafeRawBufferPointer(rebasing: bytes[start..<offset]))
      append(escape: byte)
      start = offset + 1
    }
    append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
  }

  private func append(escape byte: UInt8) {
    // Written where it stays, so that no copy of a secret's byte is left on the way.
    _ = appending(upTo: 6) { place in
      place[0] = UInt8(ascii: "\\")
      guard byte < 0x20 else {
        place[1] = byte
        return 2
      }
      for (index, letter) in "u00".utf8.enumerated() { place[index + 1] = letter }
      place[4] = UInt8(ascii: "0") + (byte >> 4)
      let low = byte & 0xF
      place[5] = low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10
      return 6
    }
  }
}
