import Text

/// JUnit XML: one suite, in which each file is a test case and its folder the case's class. The
/// counts precede the cases, so all output comes at the end.
///
/// The format's schemas have no file and line for a case, so the message contains both.
struct JUnitReporter: Reporter {
  private var cases = ""
  private var properties = ""

  mutating func begin(files: Int, seed: UInt64?) -> String {
    if let seed {
      properties =
        "  <properties>\n    <property name=\"seed\" value=\"\(seed)\"/>\n  </properties>\n"
    }
    return ""
  }

  mutating func add(_ finding: ReplayResult) -> String {
    cases += testcase(finding)
    return ""
  }

  mutating func end(_ summary: Summary) -> String {
    let failures = summary.differ + summary.passedUnexpectedly + summary.leak
    let counts =
      "tests=\"\(summary.files)\" failures=\"\(failures)\" errors=\"\(summary.broken)\""
      + " skipped=\"\(summary.failedAsExpected)\" time=\"\(summary.duration.inSeconds)\""
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuite name=\"signup-bot replay\" \(counts)>\n\(properties)\(cases)</testsuite>\n"
  }

  private func testcase(_ finding: ReplayResult) -> String {
    let (folder, name) = parts(of: finding.path)
    let opening =
      "  <testcase classname=\"\(escaped(folder))\" name=\"\(escaped(name))\""
      + " time=\"\(finding.duration.inSeconds)\""
    guard let result = result(finding) else { return opening + "/>\n" }
    return opening + ">\n    " + result + "\n  </testcase>\n"
  }

  private func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(decoding: path.utf8[slash...].dropFirst(), as: UTF8.self)
    return (String(decoding: path.utf8[..<slash], as: UTF8.self), name)
  }

  private func result(_ finding: ReplayResult) -> String? {
    switch finding.verdict {
    case .agrees: nil
    case .failedAsExpected(let why): "<skipped message=\"\(escaped(why))\"/>"
    case .differs, .passedUnexpectedly, .leaks: element("failure", finding)
    case .broken, .unusable, .unreadable: element("error", finding)
    }
  }

  private func element(_ name: String, _ finding: ReplayResult) -> String {
    let text = finding.lines(Ink(hasColour: false)).map(escaped).joined(separator: "\n")
    return "<\(name) message=\"\(escaped(finding.headline ?? ""))\""
      + " type=\"\(finding.verdict.name)\">\(text)</\(name)>"
  }

  /// Escapes a text, including its control characters, and replaces the two noncharacters that XML
  /// 1.0 can't contain.
  private func escaped(_ text: String) -> String {
    escapingControls(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
