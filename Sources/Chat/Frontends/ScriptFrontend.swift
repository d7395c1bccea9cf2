import Accounts
import Conversation
import Secrets
import Transcripts

/// A transcript held: its answers are given, its comments kept, and what the bot says now is written in
/// place of what the transcript has.
package final class ScriptFrontend: Frontend, InstantFrontend {
  private let script: Script
  private let header: [OutputLine]
  private let secrets: SecretMaker
  private let catalogue: Catalogue
  private let saysYes: Bool
  private let write: (OutputLine) throws -> Void

  /// The transcript's line that comes next.
  private var next: Int
  private var bindings: [String: String] = [:]

  /// How many of the transcript's answers were given.
  package private(set) var answersUsed = 0

  /// - Parameters:
  ///   - header: the lines before the conversation, as they are to be written.
  ///   - saysYes: whether a review is answered with yes once the transcript's answers are used up.
  ///   - write: takes the lines.
  package init(
    script: Script, header: [OutputLine], secrets: SecretMaker, catalogue: Catalogue,
    saysYes: Bool, write: @escaping (OutputLine) throws -> Void
  ) {
    self.script = script
    next = script.headerCount
    self.header = header
    self.secrets = secrets
    self.catalogue = catalogue
    self.saysYes = saysYes
    self.write = write
  }

  package func begin() throws {
    for line in header { try write(line) }
  }

  package func show(_ utterance: Utterance) throws {
    try bot(
      utterance.tone, catalogue.words(for: utterance.message), from: .said(utterance.message))
  }

  package func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event {
    try bot(.says, catalogue.words(for: prompt.message), from: .asked(prompt))
    guard let place = nextAnswer() else {
      if saysYes && prompt.question == .review {
        try write(OutputLine(.you("yes")))
        return .lineEntered(.text("yes"))
      }
      return end?.lastEvent ?? .inputEnded
    }
    let (entry, origin) = try entry(at: place, prompt.question, talk)
    try writeNotes(upTo: place)
    try write(OutputLine(script.line(place), origin))
    next = place + 1
    answersUsed += 1
    return .lineEntered(entry)
  }

  package var instant: (any InstantFrontend)? { self }

  package func wait(for mailbox: Mailbox) async throws -> Event {
    await mailbox.next()
  }

  package func open(_ link: String) -> Bool { false }

  package func finish(_ outcome: Outcome) throws {
    try writeNotes(upTo: nextAnswer() ?? script.conversationEnd)
    try write(OutputLine(.end(outcome.ending), .ended(outcome)))
    for line in script.trailer { try write(OutputLine(line)) }
  }

  private var end: Ending? {
    if case .end(let ending)? = script.end?.record { ending } else { nil }
  }

  /// Where the answer stands with which the next turn begins; nil for none.
  private func nextAnswer() -> Int? {
    var place = next
    while place < script.conversationEnd {
      switch script.kind(of: place) {
      case .you, .key: return place
      case .bot, .note, .end: place += 1
      }
    }
    return nil
  }

  /// What a line of the transcript enters, and what it is made from. A line of the wrong kind stops the run
  /// before it is used.
  private func entry(
    at place: Int, _ question: Question, _ talk: LiveTalk
  ) throws(TranscriptError) -> (Entry, OutputLine.Origin) {
    let line = script.line(place)
    switch (script.kind(of: place), line.record, question.isSecret) {
    case (_, .you(let text), false): return (.text(text), .nothing)
    case (_, .you(let text), true):
      let isCommand =
        text.hasPrefix("/") && catalogue.fullVocabulary.command(String(text.dropFirst())) != nil
      guard isCommand || text.isEmpty else {
        throw TranscriptError(line: line.number, .textAtSecret(question.name))
      }
      return (.text(text), .nothing)
    case (.key(let number), .key(let name), true):
      let secretClass = script.secretClass(number)
      let username = talk.look { $0.draft.username?.text }
      guard let secret = secrets.secret(named: name, secretClass, username: username)
      else { throw TranscriptError(line: line.number, .secretNotFound(name)) }
      if let why = secret.malformed() {
        throw TranscriptError(line: line.number, .secretMalformed(name, why))
      }
      return (.secret(secret), .secret(secretClass))
    default:
      throw TranscriptError(line: line.number, .secretAtText(question.name))
    }
  }

  /// Writes what the bot says. Where that is what the transcript has in this place, or fits it as a pattern,
  /// the transcript's own words are written.
  private func bot(_ tone: Tone, _ text: String, from origin: OutputLine.Origin) throws {
    let now = Placeholder.escaped(text)
    guard let place = nextBotLine() else {
      // Notes behind the bot's last line stay behind it, however much it says now.
      return try write(OutputLine(.bot(tone, now), origin))
    }
    try writeNotes(upTo: place)
    next = place + 1
    let isSame =
      script.kind(of: place) == .bot(tone)
      && script.withBotText(place) { now.isUTF8($0) || fits(now, $0) }
    // Without words, a line can be written in more than one way.
    try write(
      isSame && !now.isEmpty
        ? OutputLine(script.line(place), origin) : OutputLine(.bot(tone, now), origin))
  }

  private func fits(_ now: String, _ template: UnsafeRawBufferPointer) -> Bool {
    template.withMemoryRebound(to: UInt8.self, Placeholder.holdsBraces)
      && Placeholder.matches(String(decoding: template, as: UTF8.self), now, &bindings)
  }

  /// Where the bot's next line of this turn stands; nil for none.
  private func nextBotLine() -> Int? {
    var place = next
    while place < script.conversationEnd {
      switch script.kind(of: place) {
      case .bot: return place
      case .note, .end: place += 1
      case .you, .key: return nil
      }
    }
    return nil
  }

  /// Writes the turn's comments that stand before a line.
  private func writeNotes(upTo end: Int) throws {
    while next < end {
      if script.kind(of: next) == .note { try write(OutputLine(script.line(next))) }
      next += 1
    }
  }
}
