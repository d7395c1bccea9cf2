import Accounts
import Conversation

extension Outcome {
  /// The exit status that tells of this end: SPEC.md's table, section 6. An interrupt ends a program
  /// by its signal; 130 is what a shell then sees.
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

  /// The names that the last lines of transcripts give their outcomes.
  package static let names = [
    "signed-up", "signed-in", "refused", "incomplete", "quit", "unreachable", "unusable",
    "malformed",
    "interrupted",
  ]

  /// The last line of a transcript.
  package var ending: Ending {
    let (outcome, details) =
      switch self {
      case .signedUp(let username): ("signed-up", "username=" + username.text)
      case .signedIn(let username): ("signed-in", "username=" + username.text)
      case .refused(let question): ("refused", "question=" + question.name)
      case .incomplete(let question): ("incomplete", "question=" + question.name)
      case .quit(let question): ("quit", "question=" + question.name)
      case .unreachable(let question): ("unreachable", "question=" + question.name)
      case .unusable(let question): ("unusable", "question=" + question.name)
      case .malformed(let malformed, let question):
        ("malformed", "question=\(question.name) why=\(malformed.rawValue)")
      case .interrupted(let question): ("interrupted", "question=" + question.name)
      }
    return Ending(outcome: outcome, exit: Int(exitStatus), details: details)
  }
}

extension Ending {
  /// What ended the input, when a transcript's answers are used up: an end that came from outside is
  /// made to come again, and any other follows from the answers.
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
