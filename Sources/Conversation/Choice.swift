/// A question that lists actions and takes a number or a word.
package enum Choice: String, Hashable, Sendable, CaseIterable {
  /// After a failed sign-up.
  case afterFailure = "after-failure"
  /// After a "no" at the review.
  case afterNo = "after-no"
  /// After an /edit that names no answer.
  case editWhich = "edit-which"
}
