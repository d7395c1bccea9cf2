import Secrets

/// What a sign-up passes to the service.
package struct Registration: Equatable, Sendable {
  package let username: Username
  package let password: Secret

  package init(username: Username, password: Secret) {
    self.username = username
    self.password = password
  }
}
