import Chat
import Runtime
import Text
import Transcripts

/// What a report says about a file with a problem.
struct Complaint: Equatable {
  /// The line number in the file, starting at 1.
  let line: Int
  /// The reason, on one line and safe to show.
  let reason: String

  init(line: Int, _ reason: String) {
    self.line = line
    self.reason = escapingControls(reason)
  }
}

extension ReplayVerdict {
  /// The verdict's name in machine-readable reports.
  var name: String {
    switch self {
    case .agrees: "agrees"
    case .differs: "differs"
    case .broken: "broken"
    case .unusable: "unusable"
    case .unreadable: "unreadable"
    case .failedAsExpected: "failedAsExpected"
    case .passedUnexpectedly: "passedUnexpectedly"
    case .leaks: "leaks"
    }
  }

  /// The complaint; `nil` for good verdicts.
  var complaint: Complaint? {
    switch self {
    case .agrees, .failedAsExpected: nil
    case .differs(let difference): Complaint(line: difference.line, "differs")
    case .broken(let error): Complaint(line: error.line, error.reason.description)
    case .unusable(let error): Complaint(line: error.line, "@ \(error.key) \(error.why)")
    case .unreadable(let failure): Complaint(line: 1, failure.complaint)
    case .passedUnexpectedly(let why, let line):
      Complaint(
        line: line,
        "agrees, although \"@ expect-failure\" says that it differs"
          + (why.isEmpty ? "" : ": " + why))
    case .leaks(let line): Complaint(line: line, "a secret was about to be written here")
    }
  }

  /// The difference, if the verdict is `differs`.
  var difference: Difference? {
    if case .differs(let difference) = self { return difference }
    return nil
  }
}

extension SettingError {
  fileprivate var line: Int {
    switch source {
    case .transcript(let line): line
    case .commandLine, .environment, .file: 1
    }
  }
}

extension StreamFailure {
  fileprivate var complaint: String {
    switch direction {
    case .open: "can't be opened: " + reason
    case .read: "can't be read: " + reason
    case .write: "can't be written: " + reason
    }
  }
}

extension ReplayResult {
  /// The path as given, with control characters escaped so that it is safe to show.
  var shownPath: String { escapingControls(path) }

  /// The headline `PATH:LINE: reason`, which editors can jump to; `nil` for a good verdict.
  package var headline: String? {
    verdict.complaint.map { "\(shownPath):\($0.line): \($0.reason)" }
  }

  /// The whole report on the file as one text; empty for a good verdict.
  var plainText: String {
    verdict.isGood ? "" : lines(Ink(hasColour: false)).joined(separator: "\n")
  }

  /// The line number of the complaint, starting at 1; 1 for a good verdict.
  var line: Int { verdict.complaint?.line ?? 1 }

  /// The whole report on the file, as lines that are safe to show; empty for a good verdict.
  func lines(_ ink: Ink) -> [String] {
    guard let headline else { return [] }
    guard let difference = verdict.difference else { return [ink(.headline, headline)] }
    return [ink(.headline, headline + " (- wanted, + got)")]
      + difference.lines(colour: ink.hasColour)
      + ["  again: " + ShellCommand.again(path)]
  }
}
