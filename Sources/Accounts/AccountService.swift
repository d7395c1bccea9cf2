import Secrets

/// The seam to where accounts live. A conformer may throw anything: the caller turns it into
/// "unknown". Calls are cancelled by cancelling their task.
package protocol AccountService: Sendable {
  /// Whether a new account may take this name.
  func availability(of username: Username) async throws -> Availability

  /// Makes an account. `taken` may come even after `available`: another was faster.
  func signUp(_ registration: Registration) async throws -> SignUpResult

  /// Proves who somebody is. It changes nothing but what the service counts of failures.
  func signIn(_ credentials: Credentials) async throws -> SignInResult

  /// The page of an account, or where to sign up when there is no name yet; nil where there is none.
  func page(of username: Username?) -> String?

  /// Whether an account made here can be signed in to afterwards.
  var keepsAccounts: Bool { get }

  /// Whether its calls may post `ServiceNotice`s. Listening costs a little, so that only those are listened
  /// to that do.
  var postsNotices: Bool { get }

  /// The service itself, where its calls wait for nothing; nil where they may.
  var instant: (any InstantAccounts)? { get }
}

extension AccountService {
  package var keepsAccounts: Bool { false }
  package var postsNotices: Bool { false }
  package var instant: (any InstantAccounts)? { nil }
}

/// The same calls where they wait for nothing: they need no task and no deadline, can't be given up, and
/// nothing goes wrong in them.
package protocol InstantAccounts: Sendable {
  func availabilityNow(of username: Username) -> Availability
  func signUpNow(_ registration: Registration) -> SignUpResult
  func signInNow(_ credentials: Credentials) -> SignInResult
}

/// What a sign-up hands to the service.
package struct Registration: Equatable, Sendable {
  package let username: Username
  package let password: Secret

  package init(username: Username, password: Secret) {
    self.username = username
    self.password = password
  }
}

/// What a service says of an account that it has made.
package struct Receipt: Equatable, Sendable {
  package let message: Message
  /// The account's page; nil where there is none.
  package let page: String?

  package init(message: Message, page: String?) {
    self.message = message
    self.page = page
  }
}

/// How a sign-up went.
package enum SignUpResult: Equatable, Sendable {
  case signedUp(Receipt)
  case taken
  /// The service said no; nobody was signed up.
  case refused(Message)
  /// The service could not be asked; nobody was signed up, for certain.
  case notAsked(UnknownReason)
  /// It can't be told whether an account was made.
  case unknown(UnknownReason)
}

/// What a sign-in hands to the service.
package struct Credentials: Equatable, Sendable {
  package let username: Username
  /// In the form that a sign-up with the same policy hands over.
  package let password: Secret

  package init(username: Username, password: Secret) {
    self.username = username
    self.password = password
  }
}

/// How a sign-in went.
package enum SignInResult: Equatable, Sendable {
  case signedIn(Receipt)
  /// The name, the password or both are wrong. A service doesn't say which, nor by the time it takes.
  case wrongCredentials
  /// Right, and yet no: the account is not to be used, for instance.
  case refused(Message)
  /// Nothing was looked at: there were too many failures, with this name or, of whatever names, from the
  /// caller's machine. The duration is how long until it is again.
  case tooManyFailures(Duration, isOfMachine: Bool = false)
  case unknown(UnknownReason)
}
