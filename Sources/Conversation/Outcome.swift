import Accounts

/// How a conversation ended.
package enum Outcome: Equatable, Sendable {
  case signedUp(Username)
  case signedIn(Username)
  /// The service or the policy refused the last answer.
  case refused(Question)
  /// The input ended early.
  case incomplete(Question)
  case quit(Question)
  /// The service can't be reached, and no one is there to try again.
  case unreachable(Question)
  /// The service or its store can't be used until the operator fixes something.
  case unusable(Question)
  case malformed(MalformedInput, Question)
  case interrupted(Question)

  /// The question at which the conversation ended early; `nil` if it achieved its purpose.
  package var question: Question? {
    switch self {
    case .signedUp, .signedIn: nil
    case .refused(let question), .incomplete(let question), .quit(let question),
      .unreachable(let question), .unusable(let question), .malformed(_, let question),
      .interrupted(let question):
      question
    }
  }
}

/// What a conversation has brought about at the service, as far as is known.
package enum Consequence: Equatable, Sendable {
  /// Nothing: no sign-up was begun, or each one certainly failed.
  case nothing
  /// A sign-up is under way, so the account may exist already.
  case signingUp(Username)
  /// A sign-up was cancelled or ended with an unknown result.
  case maybeSignedUp(Username)
  /// Later input can no longer undo this, nor a sign-in.
  case signedUp(Username)
  case signedIn(Username)

  /// The name of the account; `nil` if there is none.
  package var username: Username? {
    switch self {
    case .nothing: nil
    case .signingUp(let username), .maybeSignedUp(let username), .signedUp(let username),
      .signedIn(let username):
      username
    }
  }
}

extension Conversation {
  /// What must not be forgotten if the conversation breaks off here.
  package var consequence: Consequence {
    switch achieved {
    case .signedUp(let username): return .signedUp(username)
    case .signedIn(let username): return .signedIn(username)
    case .refused, .incomplete, .quit, .unreachable, .unusable, .malformed, .interrupted, nil: break
    }
    if case .signingUp(_, let registration) = phase { return .signingUp(registration.username) }
    return maybeSignedUp.map { .maybeSignedUp($0) } ?? .nothing
  }
}
