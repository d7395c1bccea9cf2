import Chat
import Runtime
import Transcripts

/// The result of replaying one transcript file.
package enum ReplayVerdict: Equatable, Sendable {
  case agrees
  case differs(Difference)
  /// The file is not a valid transcript.
  case broken(TranscriptError)
  /// The transcript contains a setting that can't be used.
  case unusable(SettingError)
  case unreadable(StreamFailure)
  /// The transcript fails, as `@ expect-failure` says that it does.
  case failedAsExpected(why: String)
  /// The transcript agrees, although `@ expect-failure` says that it does not.
  ///
  /// - line: the line number of `@ expect-failure`, starting at 1.
  case passedUnexpectedly(why: String, line: Int)
  /// A secret was about to be written.
  ///
  /// - line: the line number in the file at which the secret is or would be, starting at 1.
  case leaks(line: Int)

  /// The verdict on a transcript that could be run.
  ///
  /// - Parameters:
  ///   - difference: `nil` if it agrees.
  ///   - expected: Why it is expected to differ, and the line that says so; `nil` if it is not.
  package init(_ difference: Difference?, _ expected: (why: String, line: Int)?) {
    self =
      switch (difference, expected) {
      case (nil, nil): .agrees
      case (nil, let expected?): .passedUnexpectedly(why: expected.why, line: expected.line)
      case (.some, let expected?): .failedAsExpected(why: expected.why)
      case (let difference?, nil): .differs(difference)
      }
  }

  /// Whether the verdict counts as a success.
  package var isGood: Bool {
    switch self {
    case .agrees, .failedAsExpected: true
    case .differs, .broken, .unusable, .unreadable, .passedUnexpectedly, .leaks: false
    }
  }

  /// The exit status of a run with this verdict, if no other is worse.
  var exitStatus: Int32 {
    switch self {
    case .agrees, .failedAsExpected: 0
    case .differs, .passedUnexpectedly, .leaks: 3
    case .broken, .unusable: 65
    case .unreadable: 74
    }
  }
}

/// A transcript file and its verdict.
package struct ReplayResult: Equatable, Sendable {
  /// The path as it was found, for messages and for the command that replays the file.
  package let path: String
  package let verdict: ReplayVerdict
  /// The number of transcripts in the file; 0 if it can't be read.
  package let transcripts: Int
  /// The real time that the replay took.
  package let duration: Duration

  package init(path: String, verdict: ReplayVerdict, transcripts: Int, duration: Duration) {
    self.path = path
    self.verdict = verdict
    self.transcripts = transcripts
    self.duration = duration
  }
}

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
