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

  /// Returns the policy as this flow needs it: only a new password is asked for twice, and only a
  /// new account has answers to the operator's own questions.
  ///
  /// - Parameter isAttended: Whether someone is there to choose. Otherwise, questions that need no
  ///   answer are not asked.
  package func adapted(_ policy: Policy, isAttended: Bool) -> Policy {
    var result = policy
    switch self {
    case .signIn: (result.repeated, result.questions) = (nil, [])
    case .signUp: if !isAttended { result.questions.removeAll { !$0.isRequired } }
    }
    return result
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
