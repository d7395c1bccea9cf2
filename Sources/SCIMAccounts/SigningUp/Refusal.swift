import Accounts
import HTTP
import Secrets

/// Why the provider refuses an account, in the provider's words as far as they can be shown.
struct Refusal {
  let why: String
  private let isAboutName: Bool

  /// The length in bytes of a part of a token that must not be shown. Tokens are long and random.
  static let tokenPart = 8

  /// The maximum number of characters shown of the provider's words.
  static let limit = 200

  /// - Parameters:
  ///   - password: the password that was sent; words that contain a part of it are not shown. `nil`
  ///     if none was sent.
  ///   - token: the bearer token that was sent; words that contain a part of it are not shown
  ///     either.
  init(_ response: HTTPResponse, password: Secret?, token: Secret?) {
    let reply = ErrorReply(response)
    let detail = reply.detail ?? ""
    isAboutName = detail.lowercased().contains("username")
    let shown = detail.count > Self.limit ? detail.prefix(Self.limit - 1) + "…" : detail[...]
    let hasToken = token?.isShown(in: String(shown), part: Self.tokenPart) ?? false
    why =
      detail.isEmpty || hasToken || password?.isShown(in: String(shown)) == true
      ? Self.plain(response.status, reply.type) : String(shown)
  }

  var message: Message {
    Message(isAboutName ? .serviceRefusedName : .serviceRefused, ["why": .text(why)])
  }

  /// Describes a status and its error type, which RFC 7644 (3.12) defines.
  private static func plain(_ status: Int, _ type: String?) -> String {
    let kinds = [
      "invalidFilter", "tooMany", "uniqueness", "mutability", "invalidSyntax", "invalidPath",
      "noTarget", "invalidValue", "invalidVers", "sensitive",
    ]
    guard let type, kinds.contains(type) else { return "HTTP \(status)" }
    return "HTTP \(status) \(type)"
  }
}
