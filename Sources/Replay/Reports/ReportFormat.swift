/// The formats of a report.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// Text for people.
  case text
  /// The Test Anything Protocol, version 14.
  case tap
  /// JUnit XML, for Jenkins, GitLab and others. All output comes at the end.
  case junit
  /// GitHub workflow commands, which annotate the transcript's line.
  case github
  /// One JSON object per line.
  case jsonl

  /// - Parameter colour: whether to colour the text report; the other formats have no colours.
  package func reporter(colour: Bool) -> any Reporter {
    switch self {
    case .text: TextReporter(colour: colour)
    case .tap: TAPReporter()
    case .junit: JUnitReporter()
    case .github: GitHubReporter()
    case .jsonl: JSONReporter()
    }
  }
}
