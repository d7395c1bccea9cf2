import Accounts

/// The kind of conversation: what it asks, and what it leads to. Because flows are data, a single
/// state machine runs them all.
package enum Flow: String, Sendable, CaseIterable {
  case signUp = "sign-up"
  case signIn = "sign-in"

  var hello: MessageKey {
    switch self {
    case .signUp: .hello
    case .signIn: .helloSignIn
    }
  }

  /// Whether the answers are shown for confirmation before the service is called.
  package var asksReview: Bool { self == .signUp }

  /// Returns the policy as this flow needs it: only a new password is asked for twice.
  package func adapted(_ policy: Policy) -> Policy {
    guard self == .signIn else { return policy }
    var result = policy
    result.repeated = nil
    return result
  }

  /// The answers that make up an account, in the order in which they are asked for.
  package func fields(under policy: Policy) -> [Field] {
    adapted(policy).repeated == nil ? [.username, .password] : [.username, .password, .repeated]
  }

  /// Returns the verdict on a name that passes the rules, given its availability. A sign-up needs
  /// an available name, and a sign-in a taken one.
  func verdict(on availability: Availability, by policy: Policy) -> ValidationResult {
    switch (self, availability) {
    case (.signUp, .taken): ValidationResult(policy.verdict(isTaken: true))
    case (.signUp, .available): ValidationResult(policy.verdict(isTaken: false))
    case (.signIn, .taken): .ok(Message(.accountFound))
    case (.signIn, .available): .failed([Message(.noSuchAccount)])
    case (_, .unknown(let reason)): .failed([Message(reason.headline)])
    }
  }
}
