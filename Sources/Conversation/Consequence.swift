import Accounts

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
