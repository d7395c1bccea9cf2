import Accounts
import HTTP
import Secrets
import Text

extension GitHubAccounts.SignInCall {
  func request(_ credentials: Credentials, _ apiURL: String) -> HTTPRequest {
    let authorization = HTTPRequest.Authorization.basic(
      username: credentials.username.text, password: credentials.password)
    switch self {
    case .user:
      return HTTPRequest(
        .get, apiURL + "/user", headers: HTTPRequest.apiHeaders, authorization: authorization)
    case .authorizations:
      let body = #"{"scopes":["public_repo","user"],"note":"signup-bot"}"#
      return HTTPRequest(
        .post, apiURL + "/authorizations",
        headers: HTTPRequest.apiHeaders + [("Content-Type", "application/json")],
        authorization: authorization, body: Secret(body))
    }
  }
}

extension HTTPRequest {
  /// Source: GitHub's REST API, "Media types" and "API versions".
  static let apiHeaders = [
    (name: "Accept", value: "application/vnd.github+json"),
    (name: "X-GitHub-Api-Version", value: "2022-11-28"),
  ]
}

extension GitHubAccounts.SignInCall {
  /// Interprets the API's response to a sign-in.
  func result(
    of response: HTTPResponse, for credentials: Credentials, page: String?
  ) -> SignInResult {
    if response.isRateLimited { return .unknown(.rateLimited) }
    if (500...599).contains(response.status) { return .unknown(.serviceError) }
    // An old Enterprise server may omit its header, but a network's log-in page is never JSON.
    guard response.isGitHubs || response.isJSON else { return .unknown(.notTheService) }
    /// - Parameter fallback: The reason to show if GitHub gives none.
    func refused(_ fallback: String) -> SignInResult {
      let words = response.text("message").flatMap {
        ServerWords.shown(of: $0, password: credentials.password)
      }
      return .refused(.service(words ?? fallback))
    }
    let signedIn = SignInResult.signedIn(Receipt(page: page))
    switch (self, response.status) {
    // Source: GitHub Enterprise's REST API, "Create a new authorization".
    case (.authorizations, 201): return signedIn
    case (.user, 200):
      guard let login = response.text("login") else { return .unknown(.nonsense) }
      // For a token, GitHub reports whose it is, regardless of the given name.
      return login.lowercased() == credentials.username.text.lowercased()
        ? signedIn : .wrongCredentials
    case (_, 401):
      return response.wantsOneTimeCode ? refused("a one-time code is needed") : .wrongCredentials
    case (_, 404): return .unknown(.notTheService)
    case (_, 400..<500): return refused("status \(response.status)")
    default: return .unknown(.nonsense)
    }
  }
}

extension HTTPResponse {
  /// A text in the JSON object that is the body; `nil` if there is none, or the body exceeds 16 KiB.
  /// A description of a user takes about 2 KiB.
  fileprivate func text(_ key: String) -> String? {
    guard body.count <= 16 << 10, case .object(let members)? = try? JSONValue(reading: body)
    else { return nil }
    return members.first { $0.key == key }?.value.asText
  }

  /// Whether the account uses two-factor authentication, which Basic authentication can't pass.
  /// Source: GitHub's REST API, "Working with two-factor authentication".
  fileprivate var wantsOneTimeCode: Bool {
    header("X-GitHub-OTP")?.lowercased().hasPrefix("required") ?? false
  }

  fileprivate var isJSON: Bool {
    let type = header("Content-Type")?.lowercased().prefix { $0 != ";" } ?? ""
    return type == "application/json" || type.hasSuffix("+json")
  }
}
