import Text

/// GitHub workflow commands: each bad file gets an annotation on its line
/// (docs.github.com/actions/reference/workflow-commands-for-github-actions).
///
/// Text from a transcript appears only inside a command's message, where it can't act as a command
/// itself.
struct GitHubReporter: Reporter {
  mutating func add(_ finding: ReplayResult) -> String {
    guard let complaint = finding.verdict.complaint else { return "" }
    let message = finding.plainText
    let properties = [
      "file=" + property(finding.path), "line=\(complaint.line)",
      "title=" + property(title(finding.verdict)),
    ]
    return "::error " + properties.joined(separator: ",") + "::" + data(message) + "\n"
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

  private func data(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += escape($1) ?? escapingControls(String($1)) }
  }

  private func property(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") {
      switch $1 {
      case ":": $0 += "%3A"
      case ",": $0 += "%2C"
      default: $0 += escape($1) ?? escapingControls(String($1))
      }
    }
  }

  private func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "%": "%25"
    case "\r": "%0D"
    case "\n": "%0A"
    default: nil
    }
  }
}
