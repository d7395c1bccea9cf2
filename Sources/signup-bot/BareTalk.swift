import Accounts
import Chat
import Conversation
import Transcripts

/// Holds a conversation with bare answers, or with `--repeat` one for each person.
struct BareTalk {
  let settings: Settings
  let session: Session

  /// Returns the exit status.
  func run(_ lines: LineReader) async throws -> Int32 {
    if settings.repeats { return try await runMany(AnswerBlocks(lines)) }
    let (outcome, malformedLine) = try await hold(settings, lines)
    session.ended(outcome, at: malformedLine)
    return session.end(hasSummary: false)
  }

  private func runMany(_ blocks: AnswerBlocks) async throws -> Int32 {
    do {
      var count: UInt64 = 0
      while try blocks.begin() {
        try await holdOne(of: blocks, after: count)
        count += 1
      }
    } catch {
      throw session.breakOff(hasSummary: true, for: error)
    }
    return session.end(hasSummary: true)
  }

  private func holdOne(of blocks: AnswerBlocks, after count: UInt64) async throws {
    let (outcome, malformedLine) = try await hold(settings.after(count), blocks)
    let firstLine = blocks.firstLine
    var isSignedUp = false
    if case .signedUp = outcome { isSignedUp = true }
    let skipped = try blocks.finish(signedUp: isSignedUp)
    session.ended(outcome, at: malformedLine ?? firstLine)
    if let skipped {
      session.complain(
        at: skipped.first,
        "lines of a conversation that has ended, up to an empty line, were not used:"
          + " \(skipped.count)")
    }
  }

  /// - Returns: how it ended, and the number of the line that was no text, if one was.
  private func hold(
    _ settings: Settings, _ answers: any AnswerSource
  ) async throws -> (Outcome, malformedLine: Int?) {
    let writer = TranscriptWriter(
      lines: try session.outlet.lines(settings), seed: settings.world.seed, holdsTurns: false)
    try writer.begin(settings: settings.forTranscripts)
    let frontend = BareFrontend(
      answers: answers, writer: writer, catalogue: settings.catalogue,
      keepsGoing: settings.keepGoing, saysYes: settings.yes)
    Watch.tripwire.reset()
    let outcome = try await settings.driver(
      frontend, try Services.shared.make(settings, session.time), clock: session.time,
      executor: session.time, tripwire: Watch.tripwire,
      memory: Memory(settings, offersUsername: false)
    ).run()
    return (outcome, frontend.malformedLine)
  }
}
