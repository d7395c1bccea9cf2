import Accounts
import HTTP
import Secrets

/// Accounts at any provider that speaks SCIM 2.0 (RFC 7643 and RFC 7644).
///
/// An account has the name, the password, `active`, and as its `externalId` the sign-up's own id, by which
/// a sign-up that was lost sight of is found again.
package final class SCIMAccounts: AccountService {
  let provider: Provider
  let finder: Finder
  let attributes: SCIMAttributes
  let passwords: PasswordCheck
  let random: @Sendable () -> String
  private let newID: @Sendable () -> String
  private let attempts: Attempts
  private let failures: (any FailureCounting)?
  private let pages: Pages
  private let clock: any Clock<Duration>
  private let timeout: Duration

  /// - Parameters:
  ///   - url: where the provider is, up to and without `/Users`; an absolute one.
  ///   - token: the bearer token; nil for a provider that asks for none.
  ///   - failures: slows sign-ins down, as a search for a password does nowhere; nil for nobody.
  ///   - timeout: the longest that one call may take, however many exchanges it needs. A little of it is kept
  ///     back, so that what the service knows is told before a caller with the same deadline gives it up.
  ///   - random: words that nobody has used before, of ASCII letters and digits.
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
    (attempts, pages) = (Attempts(newID: newID), Pages(base: base, token: token))
    (self.attributes, self.failures) = (attributes, failures)
    (self.random, self.clock) = (random, clock)
    self.timeout = timeout - timeout / 20
  }

  /// Shares what is known of the provider, and nothing of what anybody did there.
  private init(sharing other: SCIMAccounts) {
    (provider, finder, attributes) = (other.provider, other.finder, other.attributes)
    (passwords, random, newID) = (other.passwords, other.random, other.newID)
    (failures, clock, timeout) = (other.failures, other.clock, other.timeout)
    (attempts, pages) = (Attempts(newID: newID), Pages(base: provider.base, token: provider.token))
  }

  /// The same service for somebody else: a conversation of its own must not be told of another's sign-ups.
  /// The provider is not asked again what it can do.
  package func forNewConversation() -> SCIMAccounts { SCIMAccounts(sharing: self) }

  /// 128 bits as 32 hexadecimal digits.
  package static let randomWord: @Sendable () -> String = {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: 0...UInt32.max, using: &random), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  func start() -> TimeLeft { TimeLeft(timeout, on: clock) }

  package var postsNotices: Bool { true }

  /// Up to three exchanges the first time, and one from then on; more where filters don't work.
  package func availability(of username: Username) async throws -> Availability {
    try Task.checkCancellation()
    do {
      let accounts = try await finder.accounts(named: username.text, start())
      return accounts.isEmpty ? .available : .taken
    } catch let failure as NoAnswer {
      return .unknown(failure.reason)
    }
  }

  /// Three exchanges where nothing is odd. The same name and password once more, after nobody could tell,
  /// is the same sign-up: if an account was made of it, that is the answer.
  package func signUp(_ registration: Registration) async throws -> SignUpResult {
    try Task.checkCancellation()
    guard registration.password.isValidUTF8 else { return .refused(Message(.invalidPassword)) }
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
      // At once: the next call may come before this one has ended.
      attempts.keep(attempt)
    }
  }

  private func result(
    _ outcome: SignUp.Outcome, _ attempt: Attempt, _ password: Secret
  ) -> SignUpResult {
    switch outcome {
    case .made(let account):
      let page = pages.remember(attempt.username, account, password: password)
      return .signedUp(Receipt(message: Message(.accountCreated), page: page))
    case .taken: return .taken
    case .madeEarlier: return .refused(Message(.earlierPassword))
    case .refused(let message): return .refused(message)
    case .notAsked(let reason): return .notAsked(reason)
    case .unknown(let reason):
      attempts.keep(attempt)
      return .unknown(reason)
    }
  }

  /// SCIM has no sign-in; see `PasswordCheck` for what there is in its place. Of a provider without that it
  /// is refused, whoever asks.
  package func signIn(_ credentials: Credentials) async throws -> SignInResult {
    try Task.checkCancellation()
    guard credentials.password.isValidUTF8 else { return .wrongCredentials }
    if let refusal = try await failures?.begin(credentials.username) { return refusal }
    let result = try await looked(credentials)
    switch result {
    case .signedIn: await failures?.succeed(credentials.username)
    case .refused(Message(.accountInactive)): await failures?.succeed(credentials.username)
    case .refused, .unknown: await failures?.takeBack(credentials.username)
    case .wrongCredentials, .tooManyFailures: break
    }
    return result
  }

  private func looked(_ credentials: Credentials) async throws -> SignInResult {
    do {
      switch try await passwords.run(credentials, start()) {
      case .right(let account) where account.isActive == false:
        return .refused(Message(.accountInactive))
      case .right(let account):
        let page = pages.remember(
          credentials.username, account, password: credentials.password)
        return .signedIn(Receipt(message: Message(.signedIn), page: page))
      case .wrong: return .wrongCredentials
      case .unsupported: return .refused(Message(.signInUnsupported))
      }
    } catch let failure as NoAnswer {
      return .unknown(failure.reason)
    }
  }

  /// Known for accounts that were made here or signed in here: the provider tells where they are.
  package func page(of username: Username?) -> String? {
    username.flatMap(pages.page)
  }
}
