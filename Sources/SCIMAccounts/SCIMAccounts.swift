import Accounts
import HTTP
import Runtime
import Secrets

/// Accounts at any provider that supports SCIM 2.0 (RFC 7643 and RFC 7644).
///
/// A new account has a name, a password, `active`, the sign-up's own id as its `externalId`, and what
/// `SCIMAttributes` add. By this id, a sign-up whose result was lost is recognized again.
package struct SCIMAccounts: AccountService {
  let provider: Provider
  let finder: Finder
  let attributes: SCIMAttributes
  let passwords: PasswordCheck
  private var attempts = Self.noAttempts()
  private var pages: Pages
  private let failures: (any FailureCounting)?
  private let clock: any Clock<Duration>
  private let timeout: Duration

  /// - Parameters:
  ///   - url: the provider's absolute URL, without `/Users`.
  ///   - token: the bearer token; `nil` if the provider requires none.
  ///   - failures: delays sign-ins after failures, because no provider limits searches for
  ///     passwords; `nil` for no delay.
  ///   - timeout: the maximum duration of one call, however many exchanges it needs. The service
  ///     uses slightly less, so that it can report its result before a caller with the same
  ///     deadline cancels the call.
  package init(
    exchange: any HTTPExchange, url: String, token: Secret?,
    attributes: SCIMAttributes = SCIMAttributes(), failures: (any FailureCounting)? = nil,
    timeout: Duration, clock: any Clock<Duration>
  ) {
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    provider = Provider(exchange: exchange, base: base, token: token)
    finder = Finder(provider: provider)
    passwords = PasswordCheck(provider: provider, finder: finder)
    pages = Pages(base: base, token: token)
    (self.attributes, self.failures, self.clock) = (attributes, failures, clock)
    self.timeout = timeout - timeout / 20
  }

  /// Returns a service for another conversation, which must not learn of this one's sign-ups. What is
  /// known about the provider is shared, so its capabilities are not requested again.
  package func forNewConversation() -> SCIMAccounts {
    var other = self
    other.attempts = Self.noAttempts()
    other.pages = Pages(base: provider.base, token: provider.token)
    return other
  }

  private static func noAttempts() -> SignUpAttempts { SignUpAttempts(prefix: "signup-bot-") }

  func start() -> TimeLeft { TimeLeft(timeout, on: clock) }

  package var keepsAnswers: Bool { !attributes.questions.isEmpty }

  package func keepsAnswer(to question: FormQuestion) -> Bool {
    attributes.questions.contains(question)
  }

  package var allowsSuggestions: Bool { true }

  /// Takes up to three exchanges the first time, and one from then on; more if filters don't work.
  package func availability(of username: Username) async throws -> Availability {
    try Task.checkCancellation()
    do {
      let accounts = try await finder.accounts(named: username.text, start())
      return accounts.isEmpty ? .available : .taken
    } catch let failure as NoAnswer {
      return .unknown(failure.reason)
    }
  }

  /// Usually takes three exchanges. After an unknown result, a call with the same name and password
  /// continues the same sign-up: if that has created an account, the call succeeds.
  package func signUp(_ registration: Registration) async throws -> SignUpResult {
    try Task.checkCancellation()
    guard registration.password.isValidUTF8 else { return .refused(.invalidPassword) }
    let attempt = attempts.begin(registration.username, registration)
    let signUp = SignUp(
      provider: provider, finder: finder, attempts: attempts, pages: pages,
      attributes: attributes, registration: registration, attempt: attempt, time: start())
    return try await withTaskCancellationHandler {
      do {
        let result = try await signUp.run()
        if case .unknown = result { attempts.keep(attempt) }
        return result
      } catch {
        attempts.keep(attempt)
        throw error
      }
    } onCancel: {
      // Keep it at once: the next call may begin before this one has ended.
      attempts.keep(attempt)
    }
  }

  /// SCIM has no sign-in; see `PasswordCheck` for how passwords are checked. If the provider
  /// doesn't support that, every sign-in is refused.
  package func signIn(_ credentials: Credentials) async throws -> SignInResult {
    try Task.checkCancellation()
    guard credentials.password.isValidUTF8 else { return .wrongCredentials }
    if let refusal = try await failures?.begin(credentials.username) { return refusal }
    let result = try await looked(credentials)
    switch result {
    case .signedIn: await failures?.succeed(credentials.username)
    case .refused(.accountInactive): await failures?.succeed(credentials.username)
    case .refused, .unknown: await failures?.takeBack(credentials.username)
    case .wrongCredentials, .tooManyFailures: break
    }
    return result
  }

  private func looked(_ credentials: Credentials) async throws -> SignInResult {
    do {
      switch try await passwords.run(credentials, start()) {
      case .right(let account) where account.isActive == false:
        return .refused(.accountInactive)
      case .right(let account):
        let page = pages.remember(
          credentials.username, account, password: credentials.password)
        return .signedIn(Receipt(page: page))
      case .wrong: return .wrongCredentials
      case .unsupported: return .refused(.signInUnsupported)
      }
    } catch let failure as NoAnswer {
      return .unknown(failure.reason)
    }
  }

  /// Returns the page that the provider has reported for an account that was created or signed in
  /// to here.
  package func page(of username: Username?) -> String? {
    username.flatMap(pages.page)
  }
}
