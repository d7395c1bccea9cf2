import Accounts
import HTTP
import Runtime
import Secrets

/// Accounts at any provider that supports SCIM 2.0 (RFC 7643 and RFC 7644).
///
/// A new account has a name, a password, `active`, the sign-up's own id as its `externalId`, and what
/// `SCIMAttributes` add. By this id, a sign-up whose result was lost is recognized again.
package final class SCIMAccounts: AccountService {
  let provider: Provider
  let finder: Finder
  let attributes: SCIMAttributes
  let passwords: PasswordCheck
  let random: @Sendable () -> String
  private let newID: @Sendable () -> String
  private let attempts: ProviderAttempts
  private let failures: (any FailureCounting)?
  private let pages: Pages
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
  ///   - random: returns a new unique word of ASCII letters and digits.
  package init(
    exchange: any HTTPExchange, url: String, token: Secret?,
    attributes: SCIMAttributes = SCIMAttributes(), failures: (any FailureCounting)? = nil,
    timeout: Duration, clock: any Clock<Duration>,
    random: @escaping @Sendable () -> String = SCIMAccounts.randomWord
  ) {
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    provider = Provider(exchange: exchange, base: base, token: token)
    finder = Finder(
      provider: provider, knowledge: Knowledge(), nobody: { "signup-bot-nobody-" + random() })
    passwords = PasswordCheck(provider: provider, finder: finder, random: random)
    newID = { "signup-bot-" + random() }
    (attempts, pages) = (ProviderAttempts(newID: newID), Pages(base: base, token: token))
    (self.attributes, self.failures) = (attributes, failures)
    (self.random, self.clock) = (random, clock)
    self.timeout = timeout - timeout / 20
  }

  /// Shares what is known about the provider, but not the sign-ups and pages of the other
  /// conversation.
  private init(sharing other: SCIMAccounts) {
    (provider, finder, attributes) = (other.provider, other.finder, other.attributes)
    (passwords, random, newID) = (other.passwords, other.random, other.newID)
    (failures, clock, timeout) = (other.failures, other.clock, other.timeout)
    (attempts, pages) = (
      ProviderAttempts(newID: newID), Pages(base: provider.base, token: provider.token)
    )
  }

  /// Returns a service for another conversation, which must not learn of this one's sign-ups. The
  /// provider's capabilities are not requested again.
  package func forNewConversation() -> SCIMAccounts { SCIMAccounts(sharing: self) }

  /// Returns 128 random bits as 32 hexadecimal digits.
  package static let randomWord: @Sendable () -> String = {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: 0...UInt32.max, using: &random), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

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
    let attempt = attempts.begin(registration)
    let signUp = SignUp(
      provider: provider, finder: finder, attempts: attempts, attributes: attributes,
      registration: registration, attempt: attempt, time: start())
    return try await withTaskCancellationHandler {
      do {
        return result(try await signUp.run(), attempt, registration.password)
      } catch {
        attempts.keep(attempt)
        throw error
      }
    } onCancel: {
      // Keep it at once: the next call may begin before this one has ended.
      attempts.keep(attempt)
    }
  }

  private func result(
    _ outcome: SignUp.Conclusion, _ attempt: ProviderAttempt, _ password: Secret
  ) -> SignUpResult {
    switch outcome {
    case .made(let account):
      let page = pages.remember(attempt.username, account, password: password)
      return .signedUp(Receipt(page: page))
    case .taken: return .taken
    case .madeEarlier: return .refused(.earlierPassword)
    case .refused(let reason): return .refused(reason)
    case .notAsked(let reason): return .notAsked(reason)
    case .unknown(let reason):
      attempts.keep(attempt)
      return .unknown(reason)
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
