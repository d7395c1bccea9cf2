import Text

/// GitHub workflow commands: each bad file gets an annotation on its line
/// (docs.github.com/actions/reference/workflow-commands-for-github-actions).
///
/// Text from a transcript appears only inside a command's message, where it can't act as a command
/// itself.
struct GitHubReporter: Reporter {
  mutating func add(_ finding: ReplayResult) -> String {
    guard let complaint = finding.verdict.complaint else { return "" }
    let message = escaped(finding.plainText, Self.inMessages)
    let properties = [
      "file=" + escaped(finding.path, Self.inProperties), "line=\(complaint.line)",
      "title=" + title(finding.verdict),
    ]
    return "::error " + properties.joined(separator: ",") + "::" + message + "\n"
  }

  mutating func end(_ summary: Summary) -> String {
    summary.sentence(Ink(hasColour: false)) + "\n"
  }

  private func title(_ verdict: ReplayVerdict) -> String {
    switch verdict {
    case .agrees, .failedAsExpected: ""
    case .differs: "The transcript differs"
    case .broken: "The transcript is broken"
    case .unusable: "A setting is unusable"
    case .unreadable: "The transcript is unreadable"
    case .passedUnexpectedly: "The transcript agrees unexpectedly"
    case .leaks: "A secret leaks"
    }
  }

  private static let inMessages: [Unicode.Scalar: String] = [
    "%": "%25", "\r": "%0D", "\n": "%0A",
  ]
  private static let inProperties = inMessages.merging([":": "%3A", ",": "%2C"]) { $1 }

  private func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.map { escapes[$0] ?? escapingControls(String($0)) }.joined()
  }
}
