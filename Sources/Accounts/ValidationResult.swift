/// The verdict on one answer.
package enum ValidationResult: Equatable, Sendable {
  /// There is no answer yet. Its text is "".
  case empty
  /// A check is in progress.
  case validating
  case ok(Message)
  /// Refused, with one message for each reported rule; never empty.
  case failed([Message])

  /// `true` only for `ok`.
  package var isValid: Bool {
    switch self {
    case .ok: true
    case .empty, .validating, .failed: false
    }
  }
}
