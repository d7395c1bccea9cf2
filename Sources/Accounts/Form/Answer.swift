/// The answer to a question of the operator's own.
package struct Answer: Hashable, Sendable {
  /// The name of the question.
  package let name: String
  /// The answer as it is kept: for a choice, its word.
  package let text: String

  package init(_ name: String, _ text: String) {
    (self.name, self.text) = (name, text)
  }
}
