import Accounts
import HTTP

extension HTTPResponse {
  /// Whether the response came from GitHub or an Enterprise server rather than something in
  /// between. All their responses have a header of their own, regardless of the status.
  var isGitHubs: Bool {
    header("X-GitHub-Request-Id").map { !$0.isEmpty } ?? false
      || header("Server")?.lowercased() == "github.com"
  }

  /// Whether GitHub asks for fewer requests. It does so with status 403 as well as 429.
  var isRateLimited: Bool {
    status == 429
      || status == 403
        && (header("X-RateLimit-Remaining") == "0" || header("Retry-After") != nil)
  }
}

extension Availability {
  /// Interprets the response for a profile page.
  ///
  /// - Parameter page: The requested URL. A redirect says nothing about the name: it may lead to an
  ///   organisation's new name, or to the sign-in that an Enterprise server or a reserved name
  ///   requires.
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

  /// GitHub may correct the case of a name, or add a slash.
  private static func isSamePage(_ one: String, _ other: String) -> Bool {
    func path(_ url: String) -> String? {
      guard var path = WebAddress(url)?.path.lowercased() else { return nil }
      while path.hasSuffix("/") { path.removeLast() }
      return path
    }
    return path(one) == path(other)
  }
}
