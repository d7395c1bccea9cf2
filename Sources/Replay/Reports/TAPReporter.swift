import Text
import Transcripts

/// The Test Anything Protocol, version 14 (testanything.org/tap-version-14-specification.html).
struct TAPReporter: Reporter {
  private var number = 0

  mutating func begin(files: Int, seed: UInt64?) -> String {
    "TAP version 14\n1..\(files)\n" + (seed.map { "# shuffled by seed \($0)\n" } ?? "")
  }

  mutating func add(_ finding: ReplayResult) -> String {
    number += 1
    let point = "ok \(number) - " + escaped(finding.path)
    switch finding.verdict {
    case .agrees: return point + "\n"
    case .failedAsExpected(let why): return "not " + point + todo(why) + "\n"
    // TAP harnesses report a TODO that passes, but don't fail because of it.
    case .passedUnexpectedly(let why, _): return point + todo(why) + "\n" + diagnostics(finding)
    case .differs, .broken, .unusable, .unreadable, .leaks:
      return "not " + point + "\n" + diagnostics(finding)
    }
  }

  mutating func end(_ summary: Summary) -> String {
    "# " + summary.sentence(Ink(hasColour: false)) + "\n"
  }

  private func todo(_ why: String) -> String {
    " # TODO" + (why.isEmpty ? "" : " " + escaped(why))
  }

  /// Escapes a description or a reason: `#` would begin a directive, and `\` is the escape
  /// character.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in escapingControls(text).unicodeScalars {
      if scalar == "#" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Returns a YAML block. Its texts are JSON strings, which are valid YAML.
  private func diagnostics(_ finding: ReplayResult) -> String {
    guard let complaint = finding.verdict.complaint else { return "" }
    func text(_ value: String) -> String { JSONValue.text(value).description }
    var lines = [
      "---", "message: " + text(complaint.reason), "severity: fail",
      "verdict: " + finding.verdict.name, "at:", "  file: " + text(finding.path),
      "  line: \(complaint.line)",
    ]
    if let difference = finding.verdict.difference {
      for (key, texts) in [
        ("before", difference.before), ("wanted", difference.wanted), ("got", difference.got),
      ] {
        lines.append(key + (texts.isEmpty ? ": []" : ":"))
        lines += texts.map { "  - " + text($0) }
      }
      lines.append("following: \(difference.following)")
      lines.append("again: " + text(ShellCommand.again(finding.path)))
    }
    lines.append("...")
    return lines.map { "  " + $0 + "\n" }.joined()
  }
}
