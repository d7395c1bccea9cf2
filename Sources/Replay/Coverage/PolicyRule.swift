import Conversation

/// A rule by which a policy can refuse an answer.
package struct PolicyRule: Hashable, Sendable {
  package let policy: String
  /// The field to which the rule applies.
  package let field: Field
  /// The rule's number in the policy's order, starting at 1. The last rules are *taken* for a
  /// username and *different* for a repeat.
  package let number: Int
}
