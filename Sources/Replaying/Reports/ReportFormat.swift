/// The forms in which a run can be told of.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// The Test Anything Protocol, version 14.
  case tap
  /// JUnit's XML, as Jenkins, GitLab and others read it; all of it comes at the end.
  case junit
  /// GitHub's workflow commands, which annotate the transcript's line.
  case github
  /// One JSON object a line.
  case jsonl

  /// - Parameter colour: whether the text report is coloured; the others never are.
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
