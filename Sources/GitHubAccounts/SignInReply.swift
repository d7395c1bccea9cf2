import Accounts
import HTTP
import Secrets

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

/// The API's response to a sign-in.
struct SignInReply {
  private let response: HTTPResponse
  private let texts: ReplyTexts
  private let password: Secret

  /// - Parameter password: The password that was sent. No part of it is shown.
  init(_ response: HTTPResponse, password: Secret) {
    self.response = response
    self.password = password
    texts = ReplyTexts(response)
  }

  func result(
    of call: GitHubAccounts.SignInCall, for username: Username, page: String?
  ) -> SignInResult {
    if response.isRateLimited { return .unknown(.rateLimited) }
    if (500...599).contains(response.status) { return .unknown(.serviceError) }
    // An old Enterprise server may omit its header, but a network's log-in page is never JSON.
    guard response.isGitHubs || response.isJSON else { return .unknown(.notTheService) }
    let signedIn = SignInResult.signedIn(Receipt(page: page))
    switch (call, response.status) {
    // Source: GitHub Enterprise's REST API, "Create a new authorization".
    case (.authorizations, 201): return signedIn
    case (.user, 200):
      guard let login = texts.login else { return .unknown(.nonsense) }
      // For a token, GitHub reports whose it is, regardless of the given name.
      return login.lowercased() == username.text.lowercased() ? signedIn : .wrongCredentials
    case (_, 401):
      return wantsOneTimeCode ? refused("a one-time code is needed") : .wrongCredentials
    case (_, 404): return .unknown(.notTheService)
    case (_, 400..<500): return refused("status \(response.status)")
    default: return .unknown(.nonsense)
    }
  }

  /// Whether the account uses two-factor authentication, which Basic authentication can't pass.
  /// Source: GitHub's REST API, "Working with two-factor authentication".
  private var wantsOneTimeCode: Bool {
    response.header("X-GitHub-OTP")?.lowercased().hasPrefix("required") ?? false
  }

  /// - Parameter fallback: The reason to show if GitHub gives none.
  private func refused(_ fallback: String) -> SignInResult {
    let words = texts.message.flatMap { ServerWords.shown(of: $0, password: password) }
    return .refused(.service(words ?? fallback))
  }
}

extension HTTPResponse {
  fileprivate var isJSON: Bool {
    let type = header("Content-Type")?.lowercased().prefix { $0 != ";" } ?? ""
    return type == "application/json" || type.hasSuffix("+json")
  }
}
