import Accounts
import Conversation
import Transcripts

/// Connects a program to the conversation: the program sends events and reads records, including
/// the six outputs after each change. While a check or a sign-up runs, all events except an
/// interrupt wait.
package final class HeadlessFrontend: Frontend {
  private let requests: RequestStream
  private let settings: Settings
  private let writer: TranscriptWriter
  private let onLine: (_ line: Int, _ isFirst: Bool) -> Void
  private let write: (ProgramRecord) throws -> Void
  private var conversation: Conversation?
  private var mailbox: Mailbox?
  /// Whether a question is being asked, so that a line would answer it.
  private var isAsking = false

  /// Whether the person's first event has arrived.
  private var hasBegun = false

  /// The number of input lines that could not be used.
  package private(set) var errors = 0
  /// Whether the person's events began with `started`.
  package private(set) var wasStarted = false

  /// - Parameters:
  ///   - onLine: Called with the number of each line of the input before it is used, and whether it is
  ///     the person's first.
  package init(
    _ requests: RequestStream, _ settings: Settings,
    onLine: @escaping (_ line: Int, _ isFirst: Bool) -> Void,
    write: @escaping (ProgramRecord) throws -> Void
  ) {
    self.requests = requests
    self.onLine = onLine
    self.write = write
    self.settings = settings
    writer = TranscriptWriter(seed: settings.world.seed, holdsTurns: false) { lines in
      for line in lines { try write(.line(line)) }
    }
  }

  /// Writes the settings.
  package func begin() throws {
    try writer.begin(settings: settings.forTranscripts)
  }

  package func show(_ utterance: Utterance) throws {
    let text = settings.catalogue.words(for: utterance.message)
    try writer.bot(utterance.tone, text, from: .said(utterance.message))
  }

  package func settled(_ talk: LiveTalk, _ mailbox: Mailbox) throws {
    let conversation = talk.current
    self.conversation = conversation
    self.mailbox = mailbox
    if conversation.outcome != nil { try writeOutputs() }
  }

  package func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event {
    let conversation = talk.current
    try writer.bot(.says, settings.catalogue.words(for: prompt.message), from: .asked(prompt))
    try writeOutputs()
    if settings.repeats, !conversation.complaints.isEmpty { return .inputEnded }
    isAsking = true
    if settings.yes && prompt.question == .review { return try enter(.text("yes"), conversation) }
    return try next(mailbox)
  }

  package func wait(for mailbox: Mailbox) throws -> Event {
    try writeOutputs()
    return try next(mailbox)
  }

  package func finish(_ outcome: Outcome) throws {
    try writer.end(outcome)
  }

  private func writeOutputs() throws {
    if let conversation { try write(.outputs(conversation.outputs)) }
  }

  private func next(_ mailbox: Mailbox?) throws -> Event {
    while true {
      if let event = mailbox?.take() { return event }
      if settings.repeats, hasBegun, isAsking, requests.startsNext { return .inputEnded }
      guard let item = requests.take(whileWorking: !isAsking, ofOnePerson: settings.repeats) else {
        requests.wait()
        continue
      }
      onLine(item.line, !hasBegun)
      hasBegun = true
      switch item.content {
      case .end: return .inputEnded
      case .failure(let failure): throw failure
      case .malformed(let why):
        if let event = try refuse(item.line, why) { return event }
      case .request(let request):
        if let event = try event(request, line: item.line) { return event }
      }
    }
  }

  /// Returns the event for a request; `nil` if there is none.
  private func event(_ request: Request, line: Int) throws -> Event? {
    guard let conversation, let question = conversation.question else { return nil }
    switch request {
    case .started:
      wasStarted = true
      try writeOutputs()
      return nil
    case .textEdited(let field, let entry): return .textEdited(field, entry)
    case .lineEntered(let entry):
      if let why = misplaced(entry, at: question, conversation) { return try refuse(line, why) }
      return try enter(entry, conversation)
    case .command(let command, let word, let halfTyped):
      if halfTyped != nil && question.isSecret {
        return try refuse(line, "halfTyped can't be kept at a secret question")
      }
      try writer.entered(.text("/" + word), in: conversation)
      isAsking = false
      return .commandGiven(command, halfTyped: halfTyped.map { .text($0) })
    case .signUpRequested:
      isAsking = false
      return .signUpRequested
    case .interrupted: return .interrupted
    }
  }

  private func enter(_ entry: Entry, _ conversation: Conversation) throws -> Event {
    try writer.entered(entry, in: conversation)
    isAsking = false
    return .lineEntered(entry)
  }

  /// Returns the reason why an entry can't answer a question; `nil` if it can. A secret must not
  /// become a username, and neither a secret nor a private key may be shown. A plain text must not
  /// become a secret, because it is in ordinary memory.
  private func misplaced(
    _ entry: Entry, at question: Question, _ conversation: Conversation
  ) -> String? {
    switch (entry, question.isSecret) {
    case (.secret, true): return nil
    case (.text(let text), false):
      // An answer is repeated in the records, whatever its verdict.
      return looksLikePrivateKey(text) ? "a private key can't be an answer" : nil
    case (.secret, false): return "a secret can't answer the question \"\(question.spokenName)\""
    case (.text(let text), true):
      return conversation.vocabulary.isCommandOrNothing(text)
        ? nil : "\"text\" can't answer the secret question \(question.spokenName); \"secret\" does"
    }
  }

  /// Reports why a line can't be used.
  ///
  /// - Returns: the event that ends the conversation if the input contains events for many people;
  ///   otherwise `nil`.
  private func refuse(_ line: Int, _ why: String) throws -> Event? {
    errors += 1
    try write(.error(line: line, why: why))
    return settings.repeats ? .inputEnded : nil
  }
}
