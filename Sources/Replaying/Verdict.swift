import Chat
import Transcripts

/// What came of holding one transcript file.
package enum Verdict: Equatable, Sendable {
  case agrees
  case differs(Difference)
  /// It is no transcript.
  case broken(TranscriptError)
  /// It asks for a setting that can't be had.
  case unusable(SettingError)
  case unreadable(StreamFailure)
  /// It differs or is unusable, as `@ expect-failure` says that it does.
  case failedAsExpected(why: String)
  /// It agrees, although `@ expect-failure` says that it does not.
  ///
  /// - line: where that is said, counted from 1.
  case passedUnexpectedly(why: String, line: Int)
  /// A secret was about to be written.
  ///
  /// - line: of the transcript where it stands or would stand, counted from 1.
  case leaks(line: Int)

  /// Whether a run with this verdict is a good one.
  package var isGood: Bool {
    switch self {
    case .agrees, .failedAsExpected: true
    case .differs, .broken, .unusable, .unreadable, .passedUnexpectedly, .leaks: false
    }
  }
}

/// One transcript file, held.
package struct Finding: Equatable, Sendable {
  /// As it was found, for messages and for commands that show it again.
  package let path: String
  package let verdict: Verdict
  /// How many transcripts stand in the file, one after the other; 0 where it can't be read.
  package let transcripts: Int
  /// How long it took, in real time.
  package let duration: Duration

  package init(path: String, verdict: Verdict, transcripts: Int, duration: Duration) {
    self.path = path
    self.verdict = verdict
    self.transcripts = transcripts
    self.duration = duration
  }
}

/// A whole run in numbers.
package struct Summary: Equatable, Sendable {
  package var agree = 0
  package var differ = 0
  /// Broken, unusable or unreadable.
  package var broken = 0
  package var failedAsExpected = 0
  package var passedUnexpectedly = 0
  package var leak = 0
  package var transcripts = 0
  /// From the first transcript to the last, in real time.
  package var duration = Duration.zero

  package init() {}

  package var files: Int {
    agree + differ + broken + failedAsExpected + passedUnexpectedly + leak
  }

  package mutating func add(_ finding: Finding) {
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
