import Accounts
import Conversation
import Secrets
import Transcripts

/// A transcript held: its answers are given, its comments kept, and what the bot says now is written in
/// place of what the transcript has.
package final class ScriptFrontend: Frontend {
  private let script: Script
  private let header: [OutputLine]
  private let secrets: SecretMaker
  private let catalogue: Catalogue
  private let saysYes: Bool
  private let write: (OutputLine) throws -> Void

  private var turn = 0
  // The turn's, by themselves: they are looked at with every line, and the turn is not to be copied then.
  private var expected: [Script.Line]
  private var notes: [(after: Int, line: Script.Line)]
  private var said = 0
  private var notesWritten = 0
  private var bindings: [String: String] = [:]

  /// How many of the transcript's answers were given.
  package var answersUsed: Int { turn }

  /// - Parameters:
  ///   - header: the lines before the conversation, as they are to be written.
  ///   - saysYes: whether a review is answered with yes once the transcript's answers are used up.
  ///   - write: takes the lines.
  package init(
    script: Script, header: [OutputLine], secrets: SecretMaker, catalogue: Catalogue,
    saysYes: Bool, write: @escaping (OutputLine) throws -> Void
  ) {
    self.script = script
    expected = script.turns[0].expected
    notes = script.turns[0].notes
    self.header = header
    self.secrets = secrets
    self.catalogue = catalogue
    self.saysYes = saysYes
    self.write = write
  }

  package func begin() throws {
    for line in header { try write(line) }
  }

  // What waits for nobody is not async, which saves a change of executors at every line.

  package func show(_ utterance: Utterance) throws {
    try bot(
      utterance.tone, catalogue.words(for: utterance.message), from: .said(utterance.message))
  }

  package func ask(_ prompt: Prompt, in conversation: Conversation) throws -> Event {
    try bot(.says, catalogue.words(for: prompt.message), from: .asked(prompt))
    guard let input = nextInput() else {
      if saysYes && prompt.question == .review {
        try write(OutputLine(.you("yes")))
        return .lineEntered(.text("yes"))
      }
      return end?.lastEvent ?? .inputEnded
    }
    let entry = try entry(input, at: prompt.question, conversation)
    try writeNotes(through: .max)
    try write(OutputLine(input, origin(of: input)))
    turn += 1
    expected = script.turns[turn].expected
    notes = script.turns[turn].notes
    said = 0
    notesWritten = 0
    return .lineEntered(entry)
  }

  package func wait(for mailbox: Mailbox) async throws -> Event {
    await mailbox.next()
  }

  package func open(_ link: String) -> Bool { false }

  package func finish(_ outcome: Outcome) throws {
    try writeNotes(through: .max)
    try write(OutputLine(.end(outcome.ending), .ended(outcome)))
    for line in script.trailer { try write(OutputLine(line)) }
  }

  private var end: Ending? {
    if case .end(let ending)? = script.end?.record { ending } else { nil }
  }

  private func nextInput() -> Script.Line? {
    turn + 1 < script.turns.count ? script.turns[turn + 1].input : nil
  }

  /// What a line of the transcript enters. A line of the wrong kind stops the run before it is used.
  private func entry(
    _ input: Script.Line, at question: Question, _ conversation: Conversation
  ) throws(TranscriptError) -> Entry {
    switch (input.record, question.isSecret) {
    case (.you(let text), false): return .text(text)
    case (.you(let text), true):
      let isCommand =
        text.hasPrefix("/") && conversation.vocabulary.command(String(text.dropFirst())) != nil
      guard isCommand || text.isEmpty else {
        throw TranscriptError(line: input.number, .textAtSecret(question.name))
      }
      return .text(text)
    case (.key(let name), true):
      let username = conversation.draft.username?.text
      guard let secretClass = script.secrets[name],
        let secret = secrets.secret(named: name, secretClass, username: username)
      else { throw TranscriptError(line: input.number, .secretNotFound(name)) }
      if let why = secret.malformed() {
        throw TranscriptError(line: input.number, .secretMalformed(name, why))
      }
      return .secret(secret)
    default:
      throw TranscriptError(line: input.number, .secretAtText(question.name))
    }
  }

  private func origin(of input: Script.Line) -> OutputLine.Origin {
    guard case .key(let name) = input.record, let secretClass = script.secrets[name] else {
      return .nothing
    }
    return .secret(secretClass)
  }

  private func bot(_ tone: Tone, _ text: String, from origin: OutputLine.Origin) throws {
    try writeNotes(through: said)
    let now = Placeholder.escaped(text)
    try write(OutputLine(.bot(tone, wanted(tone, now) ?? now), origin))
    said += 1
  }

  /// The transcript's own words in this place, where they are a pattern that the bot's words fit.
  private func wanted(_ tone: Tone, _ now: String) -> String? {
    guard said < expected.count, case .bot(tone, let template) = expected[said].record,
      Placeholder.matches(template, now, &bindings)
    else { return nil }
    return template
  }

  /// Writes the turn's comments that stand before its bot's line of a number.
  private func writeNotes(through position: Int) throws {
    // Those behind the bot's last line stay behind it, however much it says now.
    let last = position == .max ? .max : expected.count - 1
    while notesWritten < notes.count, notes[notesWritten].after <= min(position, last) {
      try write(OutputLine(notes[notesWritten].line))
      notesWritten += 1
    }
  }
}
