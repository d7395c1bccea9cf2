/// The texts that a line may contain, for a question that accepts only certain answers.
package struct ClosedLine: Sendable {
  let mayHold: @Sendable (String) -> Bool
  /// Whether keys that arrive together are judged together, because almost any text fits.
  let judgesRuns: Bool
  let hint: @Sendable (_ columns: Int) -> String

  /// - Parameters:
  ///   - mayHold: Whether the line may contain a text. Called for each key.
  ///   - judgesRuns: Whether keys that arrive together are judged together, which takes less time,
  ///     but drops them all if the line may not contain them.
  ///   - hint: Returns the text at the right of the line after a key was rejected, at most
  ///     `columns` wide.
  package init(
    judgesRuns: Bool = false, mayHold: @escaping @Sendable (String) -> Bool,
    hint: @escaping @Sendable (_ columns: Int) -> String
  ) {
    self.judgesRuns = judgesRuns
    self.mayHold = mayHold
    self.hint = hint
  }
}
