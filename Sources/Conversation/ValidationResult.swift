import Accounts

/// The verdict on one answer, in messages.
package enum ValidationResult: Equatable, Sendable {
  /// There is no answer yet. Its text is "".
  case empty
  /// A check is in progress.
  case validating
  case ok(Message)
  /// Refused, with one message for each reported rule; never empty.
  case failed([Message])

  /// The verdict of a policy's rules.
  package init(_ judgement: Judgement) {
    self =
      switch judgement {
      case .empty: .empty
      case .ok(let ground): .ok(ground.message)
      case .failed(let grounds): .failed(grounds.map(\.message))
      }
  }

  /// `true` only for `ok`.
  package var isValid: Bool {
    switch self {
    case .ok: true
    case .empty, .validating, .failed: false
    }
  }
}
