import Text
import Transcripts

/// Reports a run to programs, as one JSON object per line: `begin`, a `finding` for each file, and
/// `end`.
struct JSONReporter: Reporter {
  private typealias Member = JSONValue.Member

  mutating func begin(files: Int, seed: UInt64?) -> String {
    var members = [Member("event", .text("begin")), Member("files", .whole(files))]
    // As a string, because many readers lose digits beyond 2^53.
    if let seed { members.append(Member("seed", .text(String(seed)))) }
    return line(members)
  }

  mutating func add(_ finding: ReplayResult) -> String {
    line(
      [
        Member("event", .text("finding")), Member("path", .text(finding.path)),
        Member("verdict", .text(finding.verdict.name)),
      ] + details(finding.verdict) + [
        Member("transcripts", .whole(finding.transcripts)),
        Member("milliseconds", .thousandths(finding.duration.microseconds)),
      ])
  }

  mutating func end(_ summary: Summary) -> String {
    line([
      Member("event", .text("end")), Member("files", .whole(summary.files)),
      Member("agree", .whole(summary.agree)), Member("differ", .whole(summary.differ)),
      Member("broken", .whole(summary.broken)),
      Member("failedAsExpected", .whole(summary.failedAsExpected)),
      Member("passedUnexpectedly", .whole(summary.passedUnexpectedly)),
      Member("leak", .whole(summary.leak)), Member("transcripts", .whole(summary.transcripts)),
      Member("milliseconds", .thousandths(summary.duration.microseconds)),
    ])
  }

  private func line(_ members: [Member]) -> String {
    JSONValue.object(members).description + "\n"
  }

  private func details(_ verdict: ReplayVerdict) -> [Member] {
    switch verdict {
    case .agrees: []
    case .failedAsExpected(let why): [Member("why", .text(why))]
    case .differs(let difference):
      [
        Member("line", .whole(difference.line)),
        Member("before", .list(difference.before.map { .text($0) })),
        Member("wanted", .list(difference.wanted.map { .text($0) })),
        Member("got", .list(difference.got.map { .text($0) })),
        Member("following", .whole(difference.following)),
      ]
    case .broken, .unusable, .unreadable, .passedUnexpectedly, .leaks:
      verdict.complaint.map {
        [Member("line", .whole($0.line)), Member("reason", .text($0.reason))]
      } ?? []
    }
  }
}
