import Accounts
import Conversation

/// The services that can store accounts.
package enum ServiceName: String, Sendable, CaseIterable {
  case mock, github, sqlite, scim

  /// Returns the service's default policy.
  package func policy(for flow: Flow) -> Policy {
    let policy: Policy =
      switch self {
      case .mock: .rxswift
      case .github: .github
      case .sqlite, .scim: .strict
      }
    guard flow == .signIn else { return policy }
    // The username is looked up while it is typed. Usernames and secrets are compared as they were
    // when the account was created.
    var result = Policy.moya
    result.availability = Policy.AvailabilityCheck()
    result.identity = policy.identity
    result.comparison = policy.comparison
    return result
  }
}
