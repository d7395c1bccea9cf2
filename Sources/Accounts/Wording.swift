/// How a verdict is put into words: by a reason, whose words the conversation has, or in the words
/// of a user's own policy.
package enum Wording: Hashable, Sendable {
  case reason(VerdictReason)
  /// By locale. English is used for a locale that is missing.
  case texts([String: String])
}
