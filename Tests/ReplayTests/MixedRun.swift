import Chat
import Glibc
import Runtime
import Transcripts

@testable import Replay

/// A run with every kind of verdict, for the wording of each report.
enum MixedRun {
  static let difference = Difference(
    wanted: """
      @ transcript 1
      bot> Username?
      you> a
      bot! No
      you> b
      bot+ Fine 漢字
      bot> Password?
      key> pw
      bot+ Done
      end> signed-up exit=0

      """,
    got: """
      @ transcript 1
      bot> Username?
      you> a
      bot! No
      you> b
      bot+ Fine 漢語
      bot> Password?
      key> pw
      bot+ Done
      end> signed-up exit=0

      """)!

  static let findings = [
    finding("transcripts/good.chat", .agrees),
    finding("transcripts/it's #1.chat", .differs(difference)),
    finding(
      "broken.chat", .broken(TranscriptError(line: 3, .lateSetting("a\u{1B}[31m")))),
    finding(
      "unusable.chat",
      .unusable(SettingError(key: "seed", source: .transcript(line: 2), why: "is no number"))),
    finding(
      "gone.chat", .unreadable(StreamFailure(direction: .open, name: "gone.chat", errno: ENOENT)),
      transcripts: 0),
    finding("later.chat", .failedAsExpected(why: "issue #7 \\ <soon>")),
    finding("early.chat", .passedUnexpectedly(why: "issue #8", line: 4)),
    finding("a, b: 100%.chat", .leaks(line: 5)),
  ]

  static func finding(_ path: String, _ verdict: ReplayVerdict, transcripts: Int = 1)
    -> ReplayResult
  {
    var result = ReplayResult(path: path, verdict: verdict, transcripts: transcripts)
    result.duration = .microseconds(1234)
    return result
  }

  static func report(
    _ format: ReportFormat, _ findings: [ReplayResult] = findings, seed: UInt64? = nil,
    colour: Bool = false
  ) -> String {
    var reporter = format.reporter(colour: colour)
    var summary = Summary()
    var text = reporter.begin(files: findings.count, seed: seed)
    for finding in findings {
      summary.add(finding)
      text += reporter.add(finding)
    }
    summary.duration = .milliseconds(21)
    return text + reporter.end(summary)
  }
}
