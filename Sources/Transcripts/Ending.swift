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
  /// The names of the outcomes in the last lines of transcripts.
  package static let names = [
    "signed-up", "signed-in", "refused", "incomplete", "quit", "unreachable", "unusable",
    "malformed", "interrupted",
  ]

  /// The outcome's name, and its exit status (see the table of exit statuses in the documentation).
  /// An interrupted program ends by its signal; 130 is the status that a shell then reports.
  private var nameAndStatus: (name: String, status: Int32) {
    switch self {
    case .signedUp: ("signed-up", 0)
    case .signedIn: ("signed-in", 0)
    case .refused: ("refused", 1)
    case .incomplete: ("incomplete", 2)
    case .quit: ("quit", 2)
    case .malformed: ("malformed", 65)
    case .unreachable: ("unreachable", 69)
    case .unusable: ("unusable", 78)
    case .interrupted: ("interrupted", 130)
    }
  }

  package var exitStatus: Int32 { nameAndStatus.status }

  /// The content of a transcript's last line.
  package var ending: Ending {
    let (name, status) = nameAndStatus
    let details =
      switch self {
      case .signedUp(let username), .signedIn(let username): "username=" + username.text
      case .malformed(let why, let question): "question=\(question.spokenName) why=\(why.rawValue)"
      case .refused(let question), .incomplete(let question), .quit(let question),
        .unreachable(let question), .unusable(let question), .interrupted(let question):
        "question=" + question.spokenName
      }
    return Ending(outcome: name, exit: Int(status), details: details)
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
