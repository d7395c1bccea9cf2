/// The counts of a whole run.
package struct Summary: Equatable, Sendable {
  package var agree = 0
  package var differ = 0
  /// The number of files that are broken, unusable or unreadable.
  package var broken = 0
  package var failedAsExpected = 0
  package var passedUnexpectedly = 0
  package var leak = 0
  package var transcripts = 0
  /// The real time from the first transcript to the last.
  package var duration = Duration.zero

  package init() {}

  package var files: Int {
    agree + differ + broken + failedAsExpected + passedUnexpectedly + leak
  }

  package mutating func add(_ finding: ReplayResult) {
    transcripts += finding.transcripts
    switch finding.verdict {
    case .agrees: agree += 1
    case .differs: differ += 1
    case .broken, .unusable, .unreadable: broken += 1
    case .failedAsExpected: failedAsExpected += 1
    case .passedUnexpectedly: passedUnexpectedly += 1
    case .leaks: leak += 1
    }
  }
}
