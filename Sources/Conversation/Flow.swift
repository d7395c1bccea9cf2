import Accounts

/// Which conversation is held: what it asks, and what comes of it. Data, so that one machine holds them all.
package enum Flow: String, Sendable, CaseIterable {
  case signUp = "sign-up"
  case signIn = "sign-in"

  var hello: MessageKey {
    switch self {
    case .signUp: .hello
    case .signIn: .helloSignIn
    }
  }

  /// Whether the answers are shown and a yes is wanted before the service is called.
  package var asksReview: Bool { self == .signUp }

  /// The rules as this flow needs them: only a new password is asked for twice.
  func adapted(_ policy: Policy) -> Policy {
    guard self == .signIn else { return policy }
    var result = policy
    result.repeated = nil
    return result
  }

  /// The answers that make up an account, in the order in which they are asked for.
  package func fields(under policy: Policy) -> [Field] {
    adapted(policy).repeated == nil ? [.username, .password] : [.username, .password, .repeated]
  }

  /// The verdict that an availability makes of a name that the rules let through: a free name is good for a
  /// new account, and one that somebody has for signing in.
  func verdict(on availability: Availability, by policy: Policy) -> ValidationResult {
    switch (self, availability) {
    case (.signUp, _): policy.verdict(on: availability)
    case (.signIn, .taken): .ok(Message(.accountFound))
    case (.signIn, .available): .failed([Message(.noSuchAccount)])
    case (.signIn, .unknown(let reason)): .failed([Message(reason.headline)])
    }
  }
}

/// What a conversation is besides its rules and its words.
package struct Terms: Equatable, Sendable {
  package var flow = Flow.signUp
  /// Whether somebody who was just signed up is asked to sign in: where the service keeps accounts.
  package var offersSignIn = false
  /// Who signed in here before: the username is offered again. Nil for nobody.
  package var remembered: Username?
  package var remembering = Remembering.nothing
  /// Whether anyone is there to choose. Where no one is, the flow's own questions are all that is asked: there is
  /// no offer to sign in, no "remember?" and no "what now?", and what these would follow ends the conversation.
  package var isAttended = true

  /// What can be kept of a sign-in.
  package enum Remembering: Sendable {
    case nothing
    /// The username alone.
    case name
    /// The username, and a session that ends after 30 days.
    case session
    /// Nothing, but as if it could.
    case pretended
  }

  package init(
    flow: Flow = .signUp, offersSignIn: Bool = false, remembered: Username? = nil,
    remembering: Remembering = .nothing, isAttended: Bool = true
  ) {
    (self.flow, self.offersSignIn) = (flow, offersSignIn && isAttended)
    (self.remembered, self.remembering) = (remembered, isAttended ? remembering : .nothing)
    self.isAttended = isAttended
  }
}
