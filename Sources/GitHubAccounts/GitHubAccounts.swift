import Accounts
import HTTP
import Secrets

/// Accounts at GitHub, or at a GitHub Enterprise. Availability and sign-in are real. Signing up is not
/// possible from outside, so that it is the mock's, which says so.
package struct GitHubAccounts: AccountService {
  /// The call that proves who somebody is.
  package enum SignInCall: Sendable {
    /// `GET /user`, the password being a personal access token.
    case user
    /// `POST /authorizations`, as Moya's example does it. GitHub itself closed it in 2020.
    case authorizations
  }

  let exchange: any HTTPExchange
  /// Without a slash at its end.
  let url: String
  /// Without a slash at its end.
  let apiURL: String
  let signInCall: SignInCall
  let timeout: Duration
  private let signUps: MockAccounts

  /// - Parameters:
  ///   - url: where the profile pages are, such as `https://github.com`; an absolute URL.
  ///   - apiURL: such as `https://api.github.com`, or `https://HOST/api/v3` for an Enterprise.
  ///   - signUps: who pretends to sign up.
  ///   - timeout: the longest that one call may take. A little of it is kept back, so that the reason is
  ///     told before a caller with the same deadline gives the call up.
  package init(
    exchange: any HTTPExchange, url: String, apiURL: String, signInCall: SignInCall = .user,
    signUps: MockAccounts, timeout: Duration
  ) {
    self.exchange = exchange
    (self.url, self.apiURL) = (Self.trimmed(url), Self.trimmed(apiURL))
    (self.signInCall, self.signUps) = (signInCall, signUps)
    self.timeout = timeout - timeout / 20
  }

  private static func trimmed(_ url: String) -> String {
    var url = url
    while url.hasSuffix("/") { url.removeLast() }
    return url
  }

  package var postsNotices: Bool { true }

  package func page(of username: Username?) -> String? {
    guard let username else { return url + "/join" }
    return url + "/" + percentEncoded(username.text)
  }

  /// One exchange: the status of the profile page tells.
  package func availability(of username: Username) async throws -> Availability {
    // The page of nobody is GitHub's own, and says nothing of anybody.
    if username.text.isEmpty { return .unknown(.nonsense) }
    let page = url + "/" + percentEncoded(username.text)
    do {
      return Availability(of: page, from: try await exchange.send(.page(page), within: timeout))
    } catch let failure as HTTPFailure {
      return .unknown(UnknownReason(failure.reason))
    }
  }

  package func signUp(_ registration: Registration) async throws -> SignUpResult {
    switch try await availability(of: registration.username) {
    case .taken: return .taken
    case .unknown(let reason): return .notAsked(reason)
    case .available: break
    }
    let result = try await signUps.signUp(registration)
    guard case .signedUp(let receipt) = result else { return result }
    return .signedUp(
      Receipt(message: receipt.message, page: page(of: registration.username)))
  }

  /// One exchange. A name with a colon is nobody's, and Basic authentication can't say it.
  package func signIn(_ credentials: Credentials) async throws -> SignInResult {
    if credentials.username.text.contains(":") { return .wrongCredentials }
    do {
      let response = try await exchange.send(
        signInCall.request(credentials, apiURL), within: timeout)
      return SignInReply(response, password: credentials.password).result(
        of: signInCall, for: credentials.username, page: page(of: credentials.username))
    } catch let failure as HTTPFailure {
      return .unknown(UnknownReason(failure.reason))
    }
  }
}

extension HTTPRequest {
  /// Asks for a page, of which only the status and the headers matter.
  static func page(_ url: String) -> HTTPRequest {
    HTTPRequest(.get, url, headers: [("Accept", "text/html")], readsBody: false)
  }
}
