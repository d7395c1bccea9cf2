import Accounts

/// What is being asked.
package enum Question: Hashable, Sendable {
  case field(Field)
  case review
  /// After a sign-up: whether to sign in too.
  case offer
  /// After a sign-in: whether to be remembered.
  case remember
  case choice(Choice)

  /// Whether the answer is a secret.
  package var isSecret: Bool {
    switch self {
    case .field(let field): field.isSecret
    case .review, .offer, .remember, .choice: false
    }
  }

  /// Whether it is one of the operator's own.
  package var isOfForm: Bool {
    if case .field(.own) = self { true } else { false }
  }

  /// The name of the question for programs, in records.
  package var name: String {
    switch self {
    case .field(let field): field.name
    case .review: "review"
    case .offer: "offer"
    case .remember: "remember"
    case .choice(let choice): choice.rawValue
    }
  }

  /// What people call the question, in transcripts and messages.
  package var spokenName: String {
    switch self {
    case .field(let field): field.name
    case .review: "review"
    case .offer: "sign in now"
    case .remember: "remember"
    case .choice(.afterFailure), .choice(.afterNo): "what now"
    case .choice(.editWhich): "what to edit"
    }
  }
}

/// A question that lists actions and takes a number or a word.
package enum Choice: String, Hashable, Sendable, CaseIterable {
  /// After a failed sign-up.
  case afterFailure = "after-failure"
  /// After a "no" at the review.
  case afterNo = "after-no"
  /// After an /edit that names no answer.
  case editWhich = "edit-which"
}

/// An action that a choice offers.
package enum Action: Hashable, Sendable {
  case retry
  case edit
  case editField(Field)
  case restart
  case quit

  /// Returns what a choice calls the action.
  ///
  /// - Parameter policy: The policy that has the words for the operator's own fields.
  package func label(under policy: Policy) -> Message {
    switch self {
    case .retry: Message(.actionRetry)
    case .edit: Message(.actionEdit)
    case .editField(let field): policy.label(of: field)
    case .restart: Message(.actionRestart)
    case .quit: Message(.actionQuit)
    }
  }
}
