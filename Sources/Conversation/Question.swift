import Accounts

/// One of the answers that make up an account.
package enum Field: String, Sendable, CaseIterable {
  case username
  case password
  /// The password, repeated.
  case repeated = "repeat"

  package var label: MessageKey {
    switch self {
    case .username: .labelUsername
    case .password: .labelPassword
    case .repeated: .labelRepeat
    }
  }
}

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
    case .field(.password), .field(.repeated): true
    case .field(.username), .review, .offer, .remember, .choice: false
    }
  }

  /// The name of the question for programs, in records.
  package var name: String {
    switch self {
    case .field(let field): field.rawValue
    case .review: "review"
    case .offer: "offer"
    case .remember: "remember"
    case .choice(let choice): choice.rawValue
    }
  }

  /// What people call the question, in transcripts and messages.
  package var spokenName: String {
    switch self {
    case .field(let field): field.rawValue
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

  package var label: MessageKey {
    switch self {
    case .retry: .actionRetry
    case .edit: .actionEdit
    case .editField(let field): field.label
    case .restart: .actionRestart
    case .quit: .actionQuit
    }
  }
}

/// A question with everything that a frontend needs to ask it.
package struct Prompt: Equatable, Sendable {
  package let question: Question
  package let message: Message
  /// What was half typed when the question was left; `nil` if nothing was.
  package let initial: Entry?
  /// The wait before the service checks another sign-in; `nil` if there is none.
  package let pause: Pause?
}

/// A wait during which the service checks no sign-in.
package struct Pause: Equatable, Sendable {
  /// The refused call. Two refusals are two pauses, even of the same length.
  package let call: CheckID
  /// Counted from the refusal.
  package let length: Duration
  /// The question that started the sign-in.
  let question: Question
  /// `nil` if the pause applies to all names.
  let username: Username?
}
