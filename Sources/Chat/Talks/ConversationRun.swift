import Accounts
import Conversation
import Glibc
import Runtime
import Text
import Transcripts

/// The state that the conversations of a run share: the output, the tally, and the messages on
/// stderr.
final class ConversationRun {
  let outlet: Outlet
  let host: any Host
  let time: any Time
  let tally = Tally()
  /// The name of the input in messages.
  let name: String
  private let progress: ProgressLine?

  /// - Parameters:
  ///   - time: Runs the services' calls.
  ///   - lines: The reader of the input, whose position is the progress.
  init(_ host: any Host, on time: any Time, name: String, descriptor: Int32, _ lines: LineReader) {
    self.host = host
    outlet = Outlet(host)
    self.time = time
    self.name = name
    lines.beforeReading = { [outlet] () throws(StreamFailure) in try outlet.flush() }
    progress =
      host.isTerminal(2) && !host.isTerminal(1)
      ? ProgressLine(following: lines, of: descriptor, clock: time.clock) : nil
  }

  /// Counts a conversation that has ended, and reports it if it did not end well.
  ///
  /// - Parameters:
  ///   - line: The line of the input to name, or `nil` if there is only one conversation.
  ///   - unusedLines: The number of remaining lines as text, or `nil` if there are none.
  func ended(
    _ outcome: Outcome, _ conversation: Conversation, _ catalogue: Catalogue, at line: Int?,
    unusedLines: String? = nil
  ) {
    tally.add(outcome)
    var complaints = conversation.complaints.map(catalogue.words)
    if case .malformed(let why, _) = outcome {
      complaints = [catalogue.words(for: Message(why.message))]
    }
    if let why = Exit.words(for: outcome, complaints, unusedLines: unusedLines) {
      let who = line == nil ? nil : conversation.nameGiven?.text
      complain(
        at: line,
        (who.map { shortened($0) + ": " } ?? "") + why + Exit.words(for: conversation.consequence),
        namesInput: line != nil)
    }
    progress?.update(tally.conversations)
  }

  /// Counts and reports a conversation that broke off because it was about to write a secret, and
  /// ends its transcript. The report includes what it had brought about.
  func brokeOff(
    before leak: SecretLeak, _ conversation: Conversation, at line: Int?
  ) throws {
    try outlet.write(Watch.tripwire.end(conversation.outcomeIfLeft))
    tally.brokeOff(conversation.achieved)
    complain(at: line, Exit.words(for: leak, conversation.consequence))
    StopReport.shared.told()
  }

  /// Counts and reports lines of one person that can't be used at all.
  ///
  /// - Parameter outcome: How they are counted; `nil` if they can't be any person's answers.
  func isRefused(at line: Int, _ why: String, as outcome: Outcome? = nil) {
    complain(at: line, why)
    if let outcome { tally.add(outcome) } else { tally.addMalformed() }
    progress?.update(tally.conversations)
  }

  /// Makes the run end with at least the status of malformed input.
  func isMalformed() {
    tally.add(status: Exit.malformed.rawValue)
  }

  /// Counts and reports a transcript that can't be replayed. Rethrows errors that concern more than
  /// this transcript.
  func isBroken(by error: any Error) throws {
    switch error {
    case is TranscriptError: break
    case let error as SettingError:
      guard case .transcript = error.source else { throw error }
    default: throw error
    }
    progress?.erase()
    _ = Exit.status(for: error, input: name)
    tally.addBroken()
  }

  /// Counts a transcript that was compared with its conversation, and says where it differs. Its
  /// outcome is part of what was compared, so nothing more is said of it.
  ///
  /// - Parameter difference: `nil` if it agrees.
  func compared(_ script: Script, _ difference: Difference?) {
    let comparison = host.comparison(of: script, named: name, difference)
    tally.add(agrees: difference == nil, isExpected: comparison.isExpected)
    guard let headline = comparison.headline else { return }
    progress?.erase()
    Exit.complain(headline, comparison.details)
  }

  /// Writes a message about a place in the input to stderr.
  func complain(at line: Int?, _ text: String, namesInput: Bool = true) {
    let place = namesInput ? name + (line.map { ":\($0)" } ?? "") + ": " : ""
    progress?.erase()
    Exit.complain(place + text)
  }

  /// Notes the place that a run of many conversations has reached, for the case that it ends there.
  func reached(_ place: StopReport.Place) {
    StopReport.shared.reached(
      place, of: name, tally, erasing: progress == nil ? "" : ProgressLine.erasing)
  }

  /// Reports what a conversation has brought about if the program ends before all of it is written.
  var witness: Witness { Witness(flush: outlet.flush) }

  /// Ends the run and returns its exit status.
  ///
  /// - Parameter hasSummary: Whether to print a summary of the conversations.
  func end(hasSummary: Bool) -> Int32 {
    progress?.erase()
    if hasSummary {
      Exit.complain(tally.summary)
      StopReport.shared.runEnded()
    }
    return tally.status
  }
}
