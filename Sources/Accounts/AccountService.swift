import Secrets

/// A service that creates accounts and signs users in.
///
/// A conformer may throw any error; the caller reports it as unknown. Cancelling the task cancels
/// the call.
package protocol AccountService: Sendable {
  /// Whether a new account may take this name.
  func availability(of username: Username) async throws -> Availability

  /// Creates an account. The result can be `taken` even after `available`, if another user was
  /// faster.
  func signUp(_ registration: Registration) async throws -> SignUpResult

  /// Checks the credentials. This changes nothing except the service's count of failed attempts.
  func signIn(_ credentials: Credentials) async throws -> SignInResult

  /// Returns the URL of an account's page, or of the sign-up page if `username` is `nil`; `nil` if
  /// there is none.
  func page(of username: Username?) -> String?

  /// Whether users can sign in later to an account that is created here.
  var keepsAccounts: Bool { get }

  /// Whether calls may post `ServiceNotice`s. Listening has a cost, so the caller listens only if
  /// this is `true`.
  var postsNotices: Bool { get }
}

extension AccountService {
  package var keepsAccounts: Bool { false }
  package var postsNotices: Bool { false }
}

/// What a sign-up passes to the service.
package struct Registration: Equatable, Sendable {
  package let username: Username
  package let password: Secret

  package init(username: Username, password: Secret) {
    self.username = username
    self.password = password
  }
}

/// A service's confirmation of a sign-up or a sign-in.
package struct Receipt: Equatable, Sendable {
  /// The URL of the account's page; `nil` if there is none.
  package let page: String?
  /// Whether no account was created, because the mock answers in place of a service.
  package let isSimulated: Bool

  package init(page: String?, isSimulated: Bool = false) {
    self.page = page
    self.isSimulated = isSimulated
  }
}

/// The result of a sign-up.
package enum SignUpResult: Equatable, Sendable {
  case signedUp(Receipt)
  case taken
  /// The service refused. No account was created.
  case refused(RefusalReason)
  /// The service could not be asked. No account was created.
  case notAsked(UnknownReason)
  /// It is unknown whether an account was created.
  case unknown(UnknownReason)
}

/// What a sign-in passes to the service.
package struct Credentials: Equatable, Sendable {
  package let username: Username
  /// In the same form as a sign-up with the same policy passes it.
  package let password: Secret

  package init(username: Username, password: Secret) {
    self.username = username
    self.password = password
  }
}

/// The result of a sign-in.
package enum SignInResult: Equatable, Sendable {
  case signedIn(Receipt)
  /// The name, the password, or both are wrong. A service reveals which neither in its answer nor
  /// by its response time.
  case wrongCredentials
  /// The credentials are right, but the sign-in is refused; for example, because the account is
  /// inactive.
  case refused(RefusalReason)
  /// The credentials were not checked, because of too many failures for this name or, with
  /// `isOfMachine`, for any names from the caller's machine. The duration is the time until the
  /// next attempt is allowed.
  case tooManyFailures(Duration, isOfMachine: Bool = false)
  case unknown(UnknownReason)
}
