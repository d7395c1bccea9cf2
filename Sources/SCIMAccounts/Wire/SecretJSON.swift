import Secrets
import Text

/// JSON for a request. Secrets are escaped from one piece of locked memory into another and are
/// never part of a `String`.
enum SecretJSON: Sendable {
  case text(String)
  case secret(Secret)
  /// The concatenated pieces of one text, some of them secret.
  case joined([Piece])
  case whole(Int)
  case bool(Bool)
  case list([SecretJSON])
  case object([(key: String, value: SecretJSON)])

  enum Piece: Sendable {
    case text(String)
    /// A JSON string within the text, so its content is escaped twice.
    case quotedSecret(Secret)
  }

  /// The encoded bytes, secret as a whole. O(n).
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
