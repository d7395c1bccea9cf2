import Accounts
import ArgumentParser
import Chat
import Conversation
import Glibc
import Synchronization
import Text
import Transcripts

/// How the conversations of a run ended so far. From any thread.
final class SharedTally: Sendable {
  private let tally = Mutex(Tally())

  var summary: String { tally.withLock { $0.summary } }
  var status: Int32 { tally.withLock { $0.status } }
  var conversations: Int { tally.withLock { $0.conversations } }

  func change(_ body: (inout Tally) -> Void) {
    tally.withLock { body(&$0) }
  }
}

/// What the conversations of one run have in common: the tally, and what stderr says of it.
final class Session {
  let outlet = Outlet()
  let time: any Time
  let tally = SharedTally()
  private let name: String
  private let progress: ProgressLine?

  /// - Parameters:
  ///   - time: where the services' calls run.
  ///   - name: what the input is called.
  ///   - lines: the input's reader, whose position progress follows.
  init(on time: any Time, name: String, descriptor: Int32, _ lines: LineReader) {
    self.time = time
    self.name = name
    lines.beforeReading = { [outlet] () throws(StreamFailure) in try outlet.flush() }
    progress = ProgressLine(following: lines, of: descriptor)
  }

  /// The person whose conversation ended.
  struct Person {
    /// The name that was given last; `nil` if there was none.
    let username: Username?
    /// What was said against the last line.
    let complaints: [Message]

    init(_ username: Username?, _ complaints: [Message]) {
      (self.username, self.complaints) = (username, complaints)
    }

    init(_ conversation: Conversation) {
      self.init(conversation.nameGiven, conversation.complaints)
    }
  }

  /// Notes how a conversation ended, and says so where it did not end well.
  ///
  /// - Parameters:
  ///   - line: where in the input to look; `nil` if there is no more than one conversation.
  ///   - catalogue: the words of the conversation.
  ///   - unusedLines: how many lines were left; `nil` if none were.
  func ended(
    _ outcome: Outcome, _ person: Person, _ catalogue: Catalogue, at line: Int?,
    unusedLines: String? = nil
  ) {
    tally.change { $0.add(outcome) }
    let complaints = person.complaints.map(catalogue.words)
    if let why = Exit.words(for: outcome, complaints, unusedLines: unusedLines) {
      let who = line == nil ? nil : person.username?.text
      complain(
        at: line, (who.map { shortened($0) + ": " } ?? "") + why, namesInput: line != nil)
    }
    progress?.update(tally.conversations)
  }

  /// Notes that a conversation broke off because a secret was about to be written, and ends its transcript. What had
  /// been achieved is told.
  ///
  /// - Parameter write: takes the last line.
  func brokeOff(
    before leak: SecretLeak, _ conversation: Conversation,
    _ write: ([OutputLine]) throws -> Void, at line: Int?
  ) throws {
    try write([Watch.tripwire.end(conversation.outcomeIfLeft)])
    tally.change { $0.brokeOff(conversation.achieved) }
    complain(at: line, Exit.words(for: leak, conversation.achieved))
  }

  /// Notes lines that can't be used at all.
  func isRefused(at line: Int, _ why: String) {
    complain(at: line, why)
    tally.change { $0.addMalformed() }
    progress?.update(tally.conversations)
  }

  /// Makes the run end with a status, unless something worse happened.
  func failed(_ status: ExitCode) {
    tally.change { $0.add(status: status.rawValue) }
  }

  /// Notes a transcript that can't be held, and goes on.
  func isBroken(by error: any Error) throws {
    switch error {
    case is TranscriptError: break
    case let error as SettingError:
      guard case .transcript = error.source else { throw error }
    default: throw error
    }
    say { _ = Exit.status(for: error, input: name) }
    tally.change { $0.addBroken() }
  }

  /// Says something on stderr of a place in the input.
  func complain(at line: Int?, _ text: String, namesInput: Bool = true) {
    let place = namesInput ? name + (line.map { ":\($0)" } ?? "") + ": " : ""
    say { Exit.complain(place + text) }
  }

  /// Ends a run that failed: those that were held are told of all the same.
  func breakOff(hasSummary: Bool, for error: any Error) -> any Error {
    _ = end(hasSummary: hasSummary)
    return error
  }

  /// Ends the run; returns its status.
  ///
  /// - Parameter hasSummary: whether there may have been many conversations.
  func end(hasSummary: Bool) -> Int32 {
    progress?.erase()
    if hasSummary { Exit.complain(tally.summary) }
    return tally.status
  }

  /// Says something on stderr, where the line of progress may stand.
  private func say(_ words: () -> Void) {
    progress?.erase()
    words()
  }
}
