import Accounts
import HTTPExchange
import Secrets

/// Why the provider refuses an account, in its own words as far as they can be shown.
struct Refusal {
  let why: String
  private let isAboutName: Bool

  /// Characters of the provider's words that are shown.
  static let limit = 200

  /// - Parameter password: what was sent; words that hold a part of it are not shown.
  init(_ response: HTTPResponse, password: Secret) {
    let reply = ErrorReply(response)
    let detail = reply.detail ?? ""
    isAboutName = detail.lowercased().contains("username")
    let shown = detail.count > Self.limit ? detail.prefix(Self.limit - 1) + "…" : detail[...]
    why =
      detail.isEmpty || password.isShown(in: String(shown))
      ? Self.plain(response.status, reply.type) : String(shown)
  }

  var message: Message {
    Message(isAboutName ? .serviceRefusedName : .serviceRefused, ["why": .text(why)])
  }

  /// A status and its kind, which RFC 7644 (3.12) has a word for.
  private static func plain(_ status: Int, _ type: String?) -> String {
    let kinds = [
      "invalidFilter", "tooMany", "uniqueness", "mutability", "invalidSyntax", "invalidPath",
      "noTarget", "invalidValue", "invalidVers", "sensitive",
    ]
    guard let type, kinds.contains(type) else { return "HTTP \(status)" }
    return "HTTP \(status) \(type)"
  }
}

extension Secret {
  /// The shortest part of a secret that is not to be shown, in bytes.
  private static let part = 4

  /// Whether a text holds the secret, or any four bytes of it in a row, in capital letters or small ones.
  /// A shorter secret is looked for as a whole. O(text × secret).
  func isShown(in text: String) -> Bool {
    let text = Array(text.utf8)
    return withBytes { secret in
      let size = Swift.min(Self.part, secret.count)
      guard size > 0, text.count >= size else { return false }
      return (0...(text.count - size)).contains { place in
        (0...(secret.count - size)).contains { start in
          (0..<size).allSatisfy { Self.fold(text[place + $0]) == Self.fold(secret[start + $0]) }
        }
      }
    }
  }

  private static func fold(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
