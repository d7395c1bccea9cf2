/// Reports on a run in progress. The calls come one at a time and in this order: `begin`, `add` for
/// each file in the order of the run, `end`. Each returns the text to print.
package protocol Reporter: Sendable {
  /// - Parameters:
  ///   - files: the number of files in the run.
  ///   - seed: the seed with which the order was shuffled; `nil` if it was not.
  mutating func begin(files: Int, seed: UInt64?) -> String

  mutating func add(_ finding: ReplayResult) -> String

  mutating func end(_ summary: Summary) -> String
}

extension Reporter {
  mutating func begin(files: Int, seed: UInt64?) -> String {
    seed.map { "shuffled by seed \($0)\n" } ?? ""
  }
}
