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

  /// Reports input that can't be used, and returns its exit status.
  static func malformed(_ why: String) -> Exit {
    complain(why)
    return malformed
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
    case let error as TranscriptError: return malformed("\(input):\(error.line): \(error.reason)")
    case let error as SettingError: return status(for: error, input: input)
    case let error as NoThread:
      complain(error.description)
      return unusable
    case let error as Exit: return error
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
    case .file(let path):
      complain("\(path): \(error.key.isEmpty ? "" : shortened(error.key) + " ")\(error.why)")
    }
    return unusable
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
    let unused = unusedLines.map { ", and what followed was not used (lines: \($0))" }
    let reason: String
    switch outcome {
    case .signedUp, .signedIn, .interrupted: return nil
    case .incomplete(let question) where unused == nil:
      return "the input ended before the question was answered: \(question.spokenName)"
    case .quit(let question) where unused == nil:
      return "left at the question: \(question.spokenName)"
    case .refused(.choice(.afterFailure)), .refused(.review):
      reason = "the sign-up was refused" + why
    case .refused: reason = "an answer was refused" + why
    case .incomplete: reason = "an empty line or a command ended the answers" + (unused ?? "")
    case .quit: reason = "left" + (unused ?? "")
    case .unreachable: reason = "the service can't be reached (see signup-bot doctor)"
    case .unusable:
      reason = "the service can't be used until the operator fixes it (see signup-bot doctor)"
    case .malformed(let malformed, _):
      reason = "the input is malformed" + (why.isEmpty ? " (\(malformed.rawValue))" : why)
    }
    return reason + "; the question was: " + (outcome.question?.spokenName ?? "")
  }
}
