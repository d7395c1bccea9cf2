/// The verdict on one answer: the four results that the seeds share.
package enum ValidationResult: Equatable, Sendable {
  /// Nothing given yet. Its text is "".
  case empty
  /// A check is under way.
  case validating
  case ok(Message)
  /// Refused, with one message for each rule named; never empty.
  case failed([Message])

  /// True for `ok` alone.
  package var isValid: Bool {
    switch self {
    case .ok: true
    case .empty, .validating, .failed: false
    }
  }
}
