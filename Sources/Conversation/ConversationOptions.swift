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
