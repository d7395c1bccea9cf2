import Accounts
import Conversation
import Secrets
import Text
import Transcripts

/// Replays a transcript: gives its answers, keeps its comments, and writes what the bot says now in
/// place of the transcript's own bot lines.
package final class ScriptFrontend: Frontend {
  private let script: Script
  private let header: [OutputLine]?
  private let secrets: SecretMaker
  private let catalogue: Catalogue
  private let saysYes: Bool
  private let check: ScriptCheck?
  private let sink: (OutputLine) throws -> Void

  /// The index of the transcript's next line.
  private var next: Int
  private var bindings: [String: String] = [:]

  /// The number of the transcript's answers that have been given.
  package private(set) var answersUsed = 0

  /// - Parameters:
  ///   - header: The lines to write before the conversation, or `nil` to keep the transcript's own.
  ///   - saysYes: Whether to answer a review with yes after the transcript's last answer.
  ///   - check: Compares what is written with the transcript, or `nil` if it need not agree.
  package init(
    script: Script, header: [OutputLine]?, secrets: SecretMaker, catalogue: Catalogue,
    saysYes: Bool, check: ScriptCheck? = nil, write: @escaping (OutputLine) throws -> Void
  ) {
    self.script = script
    next = script.headerCount
    self.header = header
    self.secrets = secrets
    self.catalogue = catalogue
    self.saysYes = saysYes
    self.check = check
    sink = write
  }

  package func begin() throws {
    if let header {
      for line in header { try sink(line) }
    } else {
      for line in script.header { try sink(OutputLine(line)) }
    }
  }

  package func show(_ utterance: Utterance) throws {
    try bot(
      utterance.tone, catalogue.words(for: utterance.message), from: .said(utterance.message))
  }

  package func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event {
    try bot(.says, catalogue.words(for: prompt.message), from: .asked(prompt))
    if check?.stops(isMissingLines: nextBotLine() != nil) == true { return .inputEnded }
    guard let place = nextAnswer() else {
      if saysYes && prompt.question == .review {
        try write(OutputLine(.you("yes")))
        return .lineEntered(.text("yes"))
      }
      return end?.lastEvent ?? .inputEnded
    }
    let (entry, secretClass) = try entry(at: place, prompt.question, talk)
    try writeNotes(upTo: place)
    try put(place, from: secretClass.map { .secret($0) } ?? .nothing)
    next = place + 1
    answersUsed += 1
    return .lineEntered(entry)
  }

  package func finish(_ outcome: Outcome) throws {
    try writeNotes(upTo: nextAnswer() ?? script.conversationEnd)
    try write(OutputLine(.end(outcome.ending), .ended(outcome)))
    for line in script.lines[script.conversationEnd...].dropFirst() { try write(OutputLine(line)) }
  }

  private var end: Ending? {
    if case .end(let ending)? = script.end?.record { ending } else { nil }
  }

  /// The index of the next answer, or `nil` if there is none.
  private func nextAnswer() -> Int? {
    (next..<script.conversationEnd).first { script.lines[$0].record.isAnswer }
  }

  /// Returns what a line of the transcript enters, and the class of the secret if it is one.
  ///
  /// - Throws: An error if the line is a secret and the question asks for text, or the reverse. The
  ///   line has then not been used.
  private func entry(
    at place: Int, _ question: Question, _ talk: LiveTalk
  ) throws(TranscriptError) -> (Entry, SecretClass?) {
    if case .key(let name) = script.lines[place].record {
      guard question.isSecret else { throw error(at: place, .secretAtText(question.spokenName)) }
      return try secret(name, at: place, talk)
    }
    guard case .you(let text) = script.lines[place].record else { fatalError("not an answer") }
    guard !question.isSecret || talk.current.vocabulary.isCommandOrNothing(text) else {
      throw error(at: place, .textAtSecret(question.spokenName))
    }
    return (.text(text), nil)
  }

  private func secret(
    _ name: String, at place: Int, _ talk: LiveTalk
  ) throws(TranscriptError) -> (Entry, SecretClass?) {
    guard let secretClass = script.secrets[name] else { throw error(at: place, .literalSecret) }
    // Only this class is derived from the username.
    let username = secretClass == .username ? talk.current.draft.username?.text : nil
    // Generated each time and never stored, so that a refused secret is wiped.
    guard let secret = secrets.secret(named: name, secretClass, username: username) else {
      throw error(at: place, .secretNotFound(name))
    }
    if let why = secret.malformed() { throw error(at: place, .secretMalformed(name, why)) }
    return (.secret(secret), secretClass)
  }

  private func error(at place: Int, _ reason: TranscriptError.Reason) -> TranscriptError {
    TranscriptError(line: script.lines[place].number, reason)
  }

  /// Writes what the bot says. If it matches the transcript's line in this place, as text or as a
  /// pattern, writes that line unchanged.
  private func bot(
    _ tone: Tone, _ text: String, from origin: OutputLine.Origin
  ) throws {
    let now = Placeholder.escaped(text)
    guard let place = nextBotLine() else {
      // The bot says more than the transcript has. Comments after its last line stay at the end.
      return try write(OutputLine(.bot(tone, now), origin))
    }
    try writeNotes(upTo: place)
    next = place + 1
    // A line without text can be spelled in more than one way, so write the normal spelling.
    if case .bot(tone, let template) = script.lines[place].record, !now.isEmpty,
      Placeholder.matches(template, now, &bindings)
    {
      try put(place, from: origin)
    } else {
      try write(OutputLine(.bot(tone, now), origin))
    }
  }

  private func write(_ line: OutputLine) throws {
    try sink(line)
    check?.compare(line)
  }

  /// Writes a line of the transcript unchanged.
  private func put(_ place: Int, from origin: OutputLine.Origin = .nothing) throws {
    try write(OutputLine(script.lines[place], origin))
  }

  /// The index of the bot's next line in this turn, or `nil` if there is none.
  private func nextBotLine() -> Int? {
    for place in next..<script.conversationEnd {
      if case .bot = script.lines[place].record { return place }
      if script.lines[place].record.isAnswer { return nil }
    }
    return nil
  }

  /// Writes the comments before a line.
  private func writeNotes(upTo end: Int) throws {
    while next < end {
      switch script.lines[next].record {
      case .shebang, .comment, .setting, .secret: try put(next)
      case .bot, .you, .key, .end: break
      }
      next += 1
    }
  }
}
