import Secrets

/// The seam to where accounts live. A conformer may throw anything: the caller turns it into
/// "unknown". Calls are cancelled by cancelling their task.
package protocol AccountService: Sendable {
  /// Whether a new account may take this name.
  func availability(of username: Username) async throws -> Availability

  /// Makes an account. `taken` may come even after `available`: another was faster.
  func signUp(_ registration: Registration) async throws -> SignUpResult

  /// The page of an account, or where to sign up when there is no name yet; nil where there is none.
  func page(of username: Username?) -> String?
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
  /// The service said no.
  case refused(Message)
  /// It can't be told whether an account was made.
  case unknown(UnknownReason)
}
