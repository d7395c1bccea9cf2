import Accounts
import Conversation

/// The outcome in a transcript's last line.
package struct Ending: Equatable, Sendable {
  package let outcome: String
  package let exit: Int
  /// The rest of the line, such as `username=octodog`; the last value may contain spaces.
  package let details: String

  package init(outcome: String, exit: Int, details: String = "") {
    self.outcome = outcome
    self.exit = exit
    self.details = details
  }

  /// The name that was signed up or in; empty if there is none.
  package var username: String {
    let key = "username="
    return details.hasPrefix(key) ? String(details.dropFirst(key.count)) : ""
  }
}

extension Outcome {
  /// The exit status for this outcome (see the table of exit statuses in the documentation). An
  /// interrupted program ends by its signal; 130 is the status that a shell then reports.
  package var exitStatus: Int32 {
    switch self {
    case .signedUp, .signedIn: 0
    case .refused: 1
    case .incomplete, .quit: 2
    case .malformed: 65
    case .unreachable: 69
    case .unusable: 78
    case .interrupted: 130
    }
  }

  /// The names of the outcomes in the last lines of transcripts.
  package static let names = [
    "signed-up", "signed-in", "refused", "incomplete", "quit", "unreachable", "unusable",
    "malformed",
    "interrupted",
  ]

  /// The content of a transcript's last line.
  package var ending: Ending {
    let (outcome, details) =
      switch self {
      case .signedUp(let username): ("signed-up", "username=" + username.text)
      case .signedIn(let username): ("signed-in", "username=" + username.text)
      case .refused(let question): ("refused", "question=" + question.spokenName)
      case .incomplete(let question): ("incomplete", "question=" + question.spokenName)
      case .quit(let question): ("quit", "question=" + question.spokenName)
      case .unreachable(let question): ("unreachable", "question=" + question.spokenName)
      case .unusable(let question): ("unusable", "question=" + question.spokenName)
      case .malformed(let malformed, let question):
        ("malformed", "question=\(question.spokenName) why=\(malformed.rawValue)")
      case .interrupted(let question): ("interrupted", "question=" + question.spokenName)
      }
    return Ending(outcome: outcome, exit: Int(exitStatus), details: details)
  }
}

extension Ending {
  /// The event to replay after a transcript's last answer. An end that came from outside must be
  /// repeated; any other follows from the answers.
  package var lastEvent: Event {
    switch outcome {
    case "interrupted": return .interrupted
    case "malformed":
      let why = details.split(separator: " ").last?.dropFirst("why=".count)
      return MalformedInput(rawValue: String(why ?? "")).map { .inputMalformed($0) } ?? .inputEnded
    default: return .inputEnded
    }
  }
}
