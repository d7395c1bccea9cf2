import Conversation
import Runtime
import Transcripts

/// Replays the transcripts of a stream, one after the other.
struct ScriptTalk {
  let given: RawSettings
  /// The folder from which the transcripts' relative paths start, or `nil` for the working
  /// directory.
  let folder: String?
  let session: ConversationRun

  /// Returns the exit status.
  func run(_ reader: ScriptReader) throws -> Int32 {
    var reader = reader
    var isOneOfMany = false
    let fallbacks = try session.host.fallbacks()
    var given = given
    // A stranger's transcript must not override any of the operator's settings.
    if session.host.isRestricted { given.add(fallbacks) }
    while let piece = try reader.next() {
      isOneOfMany = isOneOfMany || reader.hasNext
      if isOneOfMany { session.reached(.at(line: piece.firstLine)) }
      if let run = try scriptRun(piece, given, fallbacks) {
        try conduct(run, at: isOneOfMany ? piece.firstLine : nil)
      }
      // Many transcripts could enumerate names: each one starts with the quick checks again.
      if session.host.isRestricted, reader.hasNext {
        Exit.complain(
          "in the restricted mode, only one conversation is allowed; the rest of the input was not used"
        )
        break
      }
      if reader.hasNext { session.reached(.before(line: reader.nextLine)) }
    }
    return session.end(hasSummary: isOneOfMany)
  }

  /// Prepares a transcript. Returns `nil` if it is broken, which has then been reported; the
  /// transcripts after it are still replayed.
  private func scriptRun(
    _ piece: ScriptReader.Piece, _ given: RawSettings, _ fallbacks: RawSettings
  ) throws -> ScriptRun? {
    do {
      let script = try Script(parsing: piece.bytes, firstLine: piece.firstLine)
      if session.host.isRestricted, script.secrets.values.contains(where: \.isOutside),
        let outside = script.secretLines.first(where: { $0.secretClass.isOutside })
      {
        throw TranscriptError(line: outside.line, .secretOutOfReach(outside.name))
      }
      var context = session.host.forSettings
      context.folder = folder
      return try ScriptRun(
        script, given: given, in: context,
        outside: session.host.secrets, fallbacks: fallbacks)
    } catch {
      try session.isBroken(by: error)
      return nil
    }
  }

  /// Replays a transcript. An error in the middle of it ends the whole run: the output so far is
  /// not a complete transcript, so no transcript after it could be recognised.
  private func conduct(_ run: ScriptRun, at line: Int?) throws {
    try session.outlet.begin(run.settings)
    // Write what was said before a line that can't be used.
    defer { try? session.outlet.flush() }
    Watch.tripwire.reset()
    let conversation = try run.begin(
      with: try session.host.service(run.settings, session.time.clock), in: session.time,
      tripwire: Watch.tripwire,
      memory: session.host.memory(run.settings, offersUsername: false), witness: session.witness,
      checks: run.settings.checks, write: session.outlet.write)
    let outcome: Outcome
    do {
      outcome = try conversation.run()
    } catch let leak as SecretLeak {
      return try session.brokeOff(before: leak, conversation.state, at: line)
    }
    if let check = conversation.check {
      return session.compared(run.script, check.difference)
    }
    if conversation.unusedAnswers > 0 {
      session.complain(
        at: line, "the conversation ended; answers not used: \(conversation.unusedAnswers)")
      if outcome.exitStatus == 0 { session.isMalformed() }
    }
    session.ended(outcome, conversation.state, run.settings.catalogue, at: line)
  }
}
