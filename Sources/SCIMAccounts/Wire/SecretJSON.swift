import Secrets
import Text

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
    write(with: JSONWriter { buffer.append($0) })
    return buffer.secret()
  }

  private func write(with writer: JSONWriter) {
    switch self {
    case .text(let text): writer.text(text)
    case .secret(let secret): writer.quoted { secret.withBytes { writer.escaped($0) } }
    case .joined(let pieces):
      writer.quoted { for piece in pieces { piece.write(with: writer) } }
    case .whole(let number): writer.plain(String(number))
    case .bool(let value): writer.plain(value ? "true" : "false")
    case .list(let values): writer.list(values) { $0.write(with: writer) }
    case .object(let members): writer.object(members) { $0.write(with: writer) }
    }
  }
}

extension SecretJSON.Piece {
  fileprivate func write(with writer: JSONWriter) {
    switch self {
    case .text(let text): writer.escaped(text)
    case .quotedSecret(let secret):
      let quoted = SecretJSON.secret(secret).written()
      quoted.withBytes { writer.escaped($0) }
    }
  }
}
