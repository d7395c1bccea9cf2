import Accounts
import Chat
import Foundation
import Testing
import Text
import Transcripts

@testable import Replay

/// The reports as read by other programs, with any text in transcripts and paths.
struct ReportReadersTests {
  /// Runs a program on a text. Returns its status and its combined output and errors.
  private func run(
    _ arguments: [String], on text: String, suffix: String = ""
  ) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "input" + suffix)
    let output = folder.appending(path: "output")
    try Data(text.utf8).write(to: file)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments + [file.path]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    let bytes = try Data(contentsOf: output)
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  private func schema() throws -> String {
    try #require(Bundle.module.path(forResource: "junit", ofType: "xsd"))
  }

  /// Findings with random text that could break a report format.
  private func wildFindings(_ random: inout SplitMix64, count: Int) -> [ReplayResult] {
    func text() -> String {
      let pieces = [
        "a", "::error::x", "##[error]", "\n", "\r", "\u{1B}[31m", "\u{0}", "]]>", "<&\"'>", "\\",
        "#",
        "%", ",", ":", "漢", "e\u{301}", "\u{202E}", "\u{2028}", "\u{FFFE}", "\u{FFFF}", "\u{FEFF}",
        "\u{9B}", "😀", "\t", " ", "'", "$(x)", "...", "---", "\u{85}",
      ]
      return (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }.joined()
    }
    return (0..<count).map { _ in
      let verdict: ReplayVerdict =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .agrees
        case 1: .broken(TranscriptError(line: 1, .setting(text())))
        case 2: .unusable(SettingError(key: text(), source: .commandLine, why: text()))
        case 3: .failedAsExpected(why: text())
        case 4: .passedUnexpectedly(why: text(), line: 2)
        default: Difference(wanted: text(), got: text()).map { .differs($0) } ?? .agrees
        }
      return MixedRun.finding(text(), verdict)
    }
  }

  @Test func `no report contains a control character other than newlines`() {
    var random = SplitMix64(seed: 1)
    let findings = wildFindings(&random, count: 1000)
    for format in ReportFormat.allCases {
      let report = MixedRun.report(format, findings)
      let control = report.unicodeScalars.first {
        $0 != "\n"
          && ($0.properties.generalCategory == .control
            || "\u{2028}\u{202E}".unicodeScalars.contains($0))
      }
      #expect(control == nil, "\(format)")
    }
  }

  @Test func `every line of a GitHub report is a single command or the summary`() {
    var random = SplitMix64(seed: 2)
    let report = MixedRun.report(.github, wildFindings(&random, count: 1000))
    let lines = report.split(separator: "\n").dropLast()
    #expect(lines.allSatisfy { $0.hasPrefix("::error file=") && $0.contains(",title=") })
  }

  /// Perl's harness supports versions up to 13; version 14 changes nothing that is used here.
  private func prove(_ findings: [ReplayResult]) throws -> (status: Int32, output: String) {
    let report = MixedRun.report(.tap, findings)
    #expect(report.hasPrefix("TAP version 14\n"))
    let older = "TAP version 13" + report.dropFirst("TAP version 14".count)
    return try run(["prove", "--exec", "cat"], on: older, suffix: ".t")
  }

  @Test func `the Test Harness reads a TAP report correctly`() throws {
    let (status, output) = try prove(MixedRun.findings)
    #expect(status == 1)
    #expect(output.contains("Failed tests:  2-5, 8\n"), "\(output)")
    #expect(output.contains("TODO passed:   7\n"), "\(output)")
    #expect(!output.contains("Parse errors"), "\(output)")
  }

  @Test func `the Test Harness reads a TAP report with any text`() throws {
    var random = SplitMix64(seed: 3)
    let findings = wildFindings(&random, count: 300)
    let bad = findings.enumerated().filter {
      switch $1.verdict {
      case .agrees, .failedAsExpected, .passedUnexpectedly: false
      case .differs, .broken, .unusable, .unreadable, .leaks: true
      }
    }
    let output = try prove(findings).output
    #expect(output.contains("Failed \(bad.count)/300 subtests"), "\(output)")
    #expect(!output.contains("Parse errors"), "\(output)")
  }

  @Test func `a JUnit report conforms to the schema`() throws {
    var random = SplitMix64(seed: 4)
    for findings in [MixedRun.findings, [], wildFindings(&random, count: 500)] {
      let report = MixedRun.report(.junit, findings, seed: .max)
      let (status, output) = try run(["xmllint", "--noout", "--schema", try schema()], on: report)
      #expect(status == 0, "\(output)")
    }
  }

  @Test func `the JUnit schema rejects an unknown attribute`() throws {
    let report = MixedRun.report(.junit).replacing(" name=\"good.chat\"", with: " line=\"1\"")
    let (status, _) = try run(["xmllint", "--noout", "--schema", try schema()], on: report)
    #expect(status != 0)
  }

  @Test func `every event is a JSON object that Foundation can read`() throws {
    var random = SplitMix64(seed: 5)
    let findings = wildFindings(&random, count: 500)
    let lines = MixedRun.report(.jsonl, findings, seed: .max).split(separator: "\n")
    #expect(lines.count == 502)
    for (finding, line) in zip(findings, lines.dropFirst()) {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let path = try #require(object?["path"] as? String)
      #expect(path.unicodeScalars.elementsEqual(finding.path.unicodeScalars))
      #expect(object?["verdict"] as? String == finding.verdict.name)
      #expect(object?["milliseconds"] as? Double == 1.234)
      if let difference = finding.verdict.difference {
        #expect((object?["got"] as? [String])?.count == difference.got.count)
      }
    }
  }

  @Test func `a shell reads a quoted path unchanged`() throws {
    let paths = [
      "a.chat", "it's.chat", "a b", "$(x) `y` \"z\" \\ !", "a\nb", "\u{1B}[31m%s\\n'", "漢字", "",
      "~", "*",
    ]
    for path in paths {
      let word = shellWord(path)
      #expect(!word.unicodeScalars.contains { $0.properties.generalCategory == .control })
      let (_, output) = try run(["sh"], on: "printf %s " + word)
      #expect(output == path)
    }
    #expect(ShellCommand.again("-x.chat") == "signup-bot replay ./-x.chat")
  }

  @Test(.timeLimit(.minutes(10))) func `reporting many good files is cheap`() {
    var reporter = ReportFormat.text.reporter(colour: true)
    let good = MixedRun.finding("a.chat", .agrees)
    for _ in 0..<100_000 { #expect(reporter.add(good) == "") }
  }
}
