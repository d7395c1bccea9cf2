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
