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
