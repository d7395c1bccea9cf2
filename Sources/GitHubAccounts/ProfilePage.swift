import Accounts
import HTTP

extension HTTPResponse {
  /// Whether it was GitHub that answered, or an Enterprise, and nothing on the way to it: all their answers
  /// have a header of their own, whatever the status.
  var isGitHubs: Bool {
    header("X-GitHub-Request-Id").map { !$0.isEmpty } ?? false
      || header("Server")?.lowercased() == "github.com"
  }

  /// Whether GitHub asks for fewer questions; it says so by 403 as well as 429.
  var isRateLimited: Bool {
    status == 429
      || status == 403
        && (header("X-RateLimit-Remaining") == "0" || header("Retry-After") != nil)
  }
}

extension Availability {
  /// What a profile page's answer says of the name.
  ///
  /// - Parameter page: the URL that was asked for. One that was redirected says nothing of the name: it may
  ///   be an organisation's new one, or the sign-in that an Enterprise or a reserved name wants first.
  init(of page: String, from response: HTTPResponse) {
    self =
      if response.isRateLimited {
        .unknown(.rateLimited)
      } else if (500...599).contains(response.status) {
        .unknown(.serviceError)
      } else if !response.isGitHubs {
        .unknown(.notTheService)
      } else if !Self.isSamePage(page, response.url) {
        .unknown(.nonsense)
      } else {
        switch response.status {
        case 200: .taken
        case 404: .available
        default: .unknown(UnknownReason(status: response.status) ?? .nonsense)
        }
      }
  }

  /// GitHub may correct a name's case, or add a slash.
  private static func isSamePage(_ one: String, _ other: String) -> Bool {
    func path(_ url: String) -> String? {
      guard var path = WebAddress(url)?.path.lowercased() else { return nil }
      while path.hasSuffix("/") { path.removeLast() }
      return path
    }
    return path(one) == path(other)
  }
}
