import Chat
import Terminal
import Transcripts

/// What a report says of a file that didn't do as it should.
struct Complaint: Equatable {
  /// Of the file, counted from 1.
  let line: Int
  /// One line, safe to show.
  let reason: String

  init(line: Int, _ reason: String) {
    self.line = line
    self.reason = escapingControls(reason)
  }
}

extension Verdict {
  /// How machines are told of it.
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

  /// Nil for the good ones.
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
        "agrees, although \"@ expect-failure\" says that it doesn't"
          + (why.isEmpty ? "" : ": " + why))
    case .leaks(let line): Complaint(line: line, "a secret was about to be written here")
    }
  }

  /// The difference, where it is one.
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

extension Finding {
  /// The path, safe to show; as it was given but for its controls.
  var shownPath: String { escapingControls(path) }

  /// `PATH:LINE: reason`, which editors can jump to; nil for a good one.
  var headline: String? {
    verdict.complaint.map { "\(shownPath):\($0.line): \($0.reason)" }
  }

  /// All that there is to say, in one text; "" for a good one.
  var plainText: String {
    verdict.isGood ? "" : lines(Ink(hasColour: false)).joined(separator: "\n")
  }

  /// The line that it is about, counted from 1.
  var line: Int { verdict.complaint?.line ?? 1 }

  /// All that there is to say, as lines safe to show; none for a good one.
  func lines(_ ink: Ink) -> [String] {
    guard let headline else { return [] }
    guard let difference = verdict.difference else { return [ink(.headline, headline)] }
    return [ink(.headline, headline + " (- wanted, + got)")]
      + difference.lines(colour: ink.hasColour)
      + ["  again: " + ShellCommand.again(path)]
  }
}
