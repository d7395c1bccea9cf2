import Accounts
import HTTP
import Secrets
import Text

/// Why the provider refuses an account, in the provider's words as far as they can be shown.
struct Refusal {
  let why: String
  private let isAboutName: Bool

  /// - Parameters:
  ///   - password: the password that was sent; `nil` if none was sent.
  ///   - token: the bearer token that was sent; `nil` if none was sent.
  init(_ response: HTTPResponse, password: Secret?, token: Secret?) {
    let reply = JSONValue(response.body)
    let detail = reply?["detail"]?.asText ?? ""
    isAboutName = detail.lowercased().contains("username")
    why =
      ServerWords.shown(of: detail, password: password, token: token)
      ?? Self.plain(response.status, reply?["scimType"]?.asText)
  }

  var reason: RefusalReason { isAboutName ? .serviceAboutName(why) : .service(why) }

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
