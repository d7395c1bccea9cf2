import Accounts

/// The settings of a conversation other than its policy and its vocabulary.
package struct ConversationOptions: Equatable, Sendable {
  package var flow = Flow.signUp
  /// Whether the user is asked to sign in after a sign-up. Only if the service keeps accounts.
  package var offersSignIn = false
  /// The user who signed in here before, whose name is offered again; `nil` if there is none.
  package var remembered: Username?
  package var remembering = Remembering.nothing
  /// The names of the operator's own questions whose answers are not kept with the account.
  package var unkeptAnswers: Set<String> = []
  /// Whether someone is there to choose. If not, only the flow's own questions are asked: no offer
  /// to sign in, no "remember?" and no "what now?". The conversation ends where these would follow.
  package var isAttended = true

  /// What a sign-in can store.
  package enum Remembering: Sendable {
    case nothing
    /// Only the username.
    case name
    /// The username, and a session that expires after 30 days.
    case session
    /// Nothing; the bot only pretends.
    case pretended
  }

  package init(
    flow: Flow = .signUp, offersSignIn: Bool = false, remembered: Username? = nil,
    remembering: Remembering = .nothing, unkeptAnswers: Set<String> = [],
    isAttended: Bool = true
  ) {
    self.unkeptAnswers = unkeptAnswers
    (self.flow, self.offersSignIn) = (flow, offersSignIn && isAttended)
    (self.remembered, self.remembering) = (remembered, isAttended ? remembering : .nothing)
    self.isAttended = isAttended
  }
}

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
