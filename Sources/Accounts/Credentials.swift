import Secrets

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
