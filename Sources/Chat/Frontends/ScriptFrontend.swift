import Accounts
import Conversation
import Secrets
import Text
import Transcripts

/// A transcript held: its answers are given, its comments kept, and what the bot says now is written in
/// place of what the transcript has.
package final class ScriptFrontend: Frontend {
  private let script: Script
  private let header: [OutputLine]?
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
  ///   - header: the lines before the conversation, as they are to be written; nil where they are to stay.
  ///   - saysYes: whether a review is answered with yes once the transcript's answers are used up.
  package init(
    script: Script, header: [OutputLine]?, secrets: SecretMaker, catalogue: Catalogue,
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
    if let header {
      for line in header { try write(line) }
    } else {
      for place in 0..<script.headerCount { try put(place) }
    }
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
    for place in script.conversationEnd + 1..<max(script.count, script.conversationEnd + 1) {
      try put(place)
    }
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

  /// What a line of the transcript enters, and what kind of secret that is. A line of the wrong kind stops the
  /// run before it is used.
  private func entry(
    at place: Int, _ question: Question, _ talk: LiveTalk
  ) throws(TranscriptError) -> (Entry, SecretClass?) {
    switch (script.kind(of: place), question.isSecret) {
    case (.key(let number), true): return try secret(number, at: place, talk)
    case (.key, false): throw error(at: place, .secretAtText(question.spokenName))
    case (_, let isSecret):
      let text = script.text(place)
      guard !isSecret || isCommandOrNothing(text) else {
        throw error(at: place, .textAtSecret(question.spokenName))
      }
      return (.text(text), nil)
    }
  }

  private func isCommandOrNothing(_ text: String) -> Bool {
    text.isEmpty
      || text.hasPrefix("/") && catalogue.fullVocabulary.command(String(text.dropFirst())) != nil
  }

  private func secret(
    _ number: Int, at place: Int, _ talk: LiveTalk
  ) throws(TranscriptError) -> (Entry, SecretClass?) {
    let secretClass = script.secretClass(number)
    let name = script.text(place)
    // Looked up only for the one class that is made of it.
    let username = secretClass == .username ? talk.current.draft.username?.text : nil
    // Made anew each time and kept nowhere, so that a refused one is wiped.
    guard let secret = secrets.secret(named: name, secretClass, username: username) else {
      throw error(at: place, .secretNotFound(name))
    }
    if let why = secret.malformed() { throw error(at: place, .secretMalformed(name, why)) }
    return (.secret(secret), secretClass)
  }

  private func error(at place: Int, _ reason: TranscriptError.Reason) -> TranscriptError {
    TranscriptError(line: script.number(of: place), reason)
  }

  /// Writes what the bot says. Where that is what the transcript has in this place, or fits it as a pattern,
  /// the transcript's own words are written.
  private func bot(
    _ tone: Tone, _ text: String, from origin: OutputLine.Origin
  ) throws {
    let now = Placeholder.escaped(text)
    guard let place = nextBotLine() else {
      // Notes behind the bot's last line stay behind it, however much it says now.
      return try write(OutputLine(.bot(tone, now), origin))
    }
    try writeNotes(upTo: place)
    next = place + 1
    // Without words, a line can be written in more than one way.
    if case .bot(tone) = script.kind(of: place), !now.isEmpty,
      script.withText(place, { now.isUTF8($0) || fits(now, $0) })
    {
      try put(place, from: origin)
    } else {
      try write(OutputLine(.bot(tone, now), origin))
    }
  }

  /// Writes a line as it stands in the transcript.
  private func put(_ place: Int, from origin: OutputLine.Origin = .nothing) throws {
    try write(OutputLine(script.line(place), origin))
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
      if script.kind(of: next) == .note { try put(next) }
      next += 1
    }
  }
}
