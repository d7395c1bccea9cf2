/// Tells of a run as it goes. Calls come one at a time and in this order: `begin`, `add` for each file
/// in the order of the run, `end`.
package protocol Reporter: Sendable {
  /// - Parameters:
  ///   - files: how many will come.
  ///   - seed: what the order was shuffled with; nil for none.
  mutating func begin(files: Int, seed: UInt64?) -> String

  mutating func add(_ finding: Finding) -> String

  mutating func end(_ summary: Summary) -> String
}
