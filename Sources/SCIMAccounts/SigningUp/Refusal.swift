import Accounts
import HTTP
import Secrets

/// Why the provider refuses an account, in its own words as far as they can be shown.
struct Refusal {
  let why: String
  private let isAboutName: Bool

  /// Bytes of a token that would tell something of it: it is random, and long.
  static let tokenPart = 8

  /// Characters of the provider's words that are shown.
  static let limit = 200

  /// - Parameters:
  ///   - password: what was sent; words that hold a part of it are not shown. Nil where none was.
  ///   - token: what was sent as well; words that hold it are not shown either.
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
