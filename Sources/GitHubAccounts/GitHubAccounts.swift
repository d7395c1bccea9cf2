import Accounts
import HTTP
import Secrets
import Text

/// Accounts at GitHub or on a GitHub Enterprise server. Availability and sign-in are real. GitHub
/// offers no API for signing up, so the sign-up is the mock's, and says so.
package struct GitHubAccounts: AccountService {
  /// The API call that checks credentials.
  package enum SignInCall: Sendable {
    /// `GET /user`, with a personal access token as the password.
    case user
    /// `POST /authorizations`, as in Moya's example. GitHub itself closed it in 2020.
    case authorizations
  }

  let exchange: any HTTPExchange
  /// Without a trailing slash.
  let url: String
  /// Without a trailing slash.
  let apiURL: String
  let signInCall: SignInCall
  let timeout: Duration
  private let signUps: MockAccounts

  /// - Parameters:
  ///   - url: The absolute URL of the profile pages, such as `https://github.com`.
  ///   - apiURL: The URL of the API: `https://api.github.com`, or `https://HOST/api/v3` for an
  ///     Enterprise server.
  ///   - signUps: The service that simulates sign-ups.
  ///   - timeout: The longest that a call may take. A small part is held back, so that the reason
  ///     for a failure arrives before a caller with the same deadline cancels.
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

  package func page(of username: Username?) -> String? {
    guard let username else { return url + "/join" }
    return url + "/" + percentEncoded(username.text)
  }

  /// One exchange: the status of the profile page gives the answer.
  package func availability(of username: Username) async throws -> Availability {
    // Without a name, this is GitHub's own page, which says nothing about any account.
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
      Receipt(page: page(of: registration.username), isSimulated: receipt.isSimulated))
  }

  /// One exchange. No account has a colon in its name, and Basic authentication can't express one.
  package func signIn(_ credentials: Credentials) async throws -> SignInResult {
    if credentials.username.text.contains(":") { return .wrongCredentials }
    do {
      let response = try await exchange.send(
        signInCall.request(credentials, apiURL), within: timeout)
      return signInCall.result(
        of: response, for: credentials, page: page(of: credentials.username))
    } catch let failure as HTTPFailure {
      return .unknown(UnknownReason(failure.reason))
    }
  }
}

extension HTTPRequest {
  /// Returns a request for a page of which only the status and the headers matter.
  static func page(_ url: String) -> HTTPRequest {
    HTTPRequest(.get, url, headers: [("Accept", "text/html")], readsBody: false)
  }
}
