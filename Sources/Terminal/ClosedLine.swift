/// The texts that a line may contain, for a question that accepts only certain answers.
package struct ClosedLine: Sendable {
  let mayHold: @Sendable (String) -> Bool
  let hint: @Sendable (_ columns: Int) -> String

  /// - Parameters:
  ///   - mayHold: Whether the line may contain a text. Called for each key.
  ///   - hint: Returns the text at the right of the line after a key was rejected, at most
  ///     `columns` wide.
  package init(
    mayHold: @escaping @Sendable (String) -> Bool,
    hint: @escaping @Sendable (_ columns: Int) -> String
  ) {
    self.mayHold = mayHold
    self.hint = hint
  }
}
