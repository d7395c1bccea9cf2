import Accounts
import Conversation
import Glibc
import Runtime
import Text
import Transcripts

/// An exit status of the table in the documentation. Thrown, it ends the program without another message.
package struct Exit: Error, Equatable {
  package let rawValue: Int32

  package init(_ rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let differs = Exit(3)
  package static let usage = Exit(64)
  package static let malformed = Exit(65)
  package static let unreachable = Exit(69)
  package static let failedStream = Exit(74)
  package static let unusable = Exit(78)
}

/// The messages on stderr that go with the statuses.
extension Exit {
  /// Writes an error message to stderr. If stderr is closed, the exit status is the only report.
  ///
  /// - Parameter details: Further lines, which are safe to show.
  package static func complain(_ text: String, _ details: [String] = []) {
    let leaks = ([text] + details).contains { Watch.tripwire.firstHit(in: $0) != nil }
    if leaks { return write(line("this message was suppressed because it contained a secret")) }
    write(line(text) + details.map { $0 + "\n" }.joined())
  }

  /// Returns a message as stderr shows it. The text contains no secret.
  static func line(_ text: String) -> String { "signup-bot: " + escapingControls(text) + "\n" }

  /// Writes whole lines to stderr.
  static func write(_ lines: String) {
    try? OutputStream(descriptor: 2, name: "stderr").write(lines)
  }

  /// Reports an error and returns its exit status.
  ///
  /// - Parameter input: the name of the transcript in messages.
  package static func status(for error: any Error, input: String) -> Exit {
    switch error {
    case let error as StreamFailure:
      complain("can't \(error.direction.rawValue) \(error.name): \(error.reason)")
      return failedStream
    case let error as SecretLeak:
      complain("a secret was about to be written to \(error.output); it was not")
      return failedStream
    case let error as TranscriptError:
      complain("\(input):\(error.line): \(error.reason)")
      return malformed
    case let error as SettingError:
      return status(for: error, input: input)
    case is LateInput:
      complain(
        "\(input): a transcript or an event came after the bot had asked for an answer; none of it was used"
          + " (name the transcript as FILE; for events, give --format jsonl)")
      return malformed
    case is NothingToCompare:
      complain(
        "\(input): --check needs a transcript, but the first line begins none; nothing was used")
      return malformed
    case let error as NoThread:
      complain(error.description)
      return unusable
    case is TranscriptOfMany:
      complain(
        "\(input): the first line begins a transcript, but --repeat expects people's lines or a program's events;"
          + " none of it was used (several transcripts in a row need no option)")
      return malformed
    case let error as Exit:
      return error
    default:
      complain(String(describing: error))
      return failedStream
    }
  }

  private static func status(for error: SettingError, input: String) -> Exit {
    switch error.source {
    case .commandLine:
      complain("--\(shortened(error.key)) \(error.why)")
      return error.isFileUnusable ? unusable : usage
    case .transcript(let line):
      complain("\(input):\(line): @ \(shortened(error.key)) \(error.why)")
      return error.isFileUnusable ? unusable : malformed
    case .environment:
      let name = SettingKey(rawValue: error.key)?.environmentName ?? error.key
      complain("\(shortened(name)) \(error.why)")
      return unusable
    case .file(let path):
      complain("\(path): \(error.key.isEmpty ? "" : shortened(error.key) + " ")\(error.why)")
      return unusable
    }
  }

  /// Reports why a conversation did not end well.
  static func explain(_ outcome: Outcome) {
    if let why = words(for: outcome) { complain(why) }
  }

  /// Returns the message for a secret that was about to be written, with what the conversation had
  /// brought about by then.
  static func words(for leak: SecretLeak, _ consequence: Consequence) -> String {
    "a secret was about to be written to \(leak.output); the transcript ends before it"
      + words(for: consequence)
  }

  /// Returns what a message adds about an account, beginning with a semicolon; "" if there is nothing
  /// to add.
  ///
  /// - Parameter name: the account's name as the message shows it; `nil` if it shows the real one.
  static func words(for consequence: Consequence, name: String? = nil) -> String {
    let name = name ?? consequence.username.map { shortened($0.text) } ?? ""
    return switch consequence {
    case .nothing: ""
    case .signingUp, .maybeSignedUp: "; it is unknown whether \(name) is signed up"
    case .signedUp: "; \(name) is signed up"
    case .signedIn: "; \(name) is signed in"
    }
  }

  /// Returns the reason why a conversation did not end well; `nil` if there is nothing to report.
  ///
  /// - Parameters:
  ///   - complaints: the bot's complaints about the last line.
  ///   - unusedLines: the number of lines left when the conversation ended; `nil` if there are none.
  static func words(
    for outcome: Outcome, _ complaints: [String] = [], unusedLines: String? = nil
  ) -> String? {
    let why = complaints.isEmpty ? "" : " (\(complaints.joined(separator: "; ")))"
    return switch outcome {
    case .signedUp, .signedIn, .interrupted: nil
    case .refused(.choice(.afterFailure)), .refused(.review):
      "the sign-up was refused\(why); the question was: \(question(of: outcome))"
    case .refused: "an answer was refused\(why); the question was: \(question(of: outcome))"
    case .incomplete where unusedLines != nil:
      "an empty line or a command ended the answers, and what followed was not used (lines: "
        + "\(unusedLines ?? "")); the question was: \(question(of: outcome))"
    case .incomplete: "the input ended before the question was answered: \(question(of: outcome))"
    case .quit where unusedLines != nil:
      "left, and what followed was not used (lines: \(unusedLines ?? "")); the question was: "
        + question(of: outcome)
    case .quit: "left at the question: \(question(of: outcome))"
    case .unreachable:
      "the service can't be reached (see signup-bot doctor); the question was: "
        + question(of: outcome)
    case .unusable:
      "the service can't be used until the operator fixes it (see signup-bot doctor);"
        + " the question was: \(question(of: outcome))"
    case .malformed(let malformed, _):
      "the input is malformed\(why.isEmpty ? " (\(malformed.rawValue))" : why); the question was: "
        + question(of: outcome)
    }
  }

  /// Returns the name that messages use for the question at which a conversation ended.
  private static func question(of outcome: Outcome) -> String {
    switch outcome {
    case .signedUp, .signedIn: ""
    case .refused(let question), .incomplete(let question), .quit(let question),
      .unreachable(let question), .unusable(let question), .malformed(_, let question),
      .interrupted(let question):
      question.spokenName
    }
  }
}
