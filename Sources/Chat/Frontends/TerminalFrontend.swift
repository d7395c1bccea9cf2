import Accounts
import Conversation
import Secrets
import Terminal
import Text
import Transcripts

/// A conversation at a terminal. Messages that concern only the screen, such as about a paste that
/// was cut short or bytes that are not text, are shown here and never reach the conversation.
package final class TerminalFrontend: Frontend {
  private let terminal: Terminal
  private let style: Style
  private let catalogue: Catalogue
  private let completions: [String]
  private let recorder: TranscriptWriter?
  private let saysYes: Bool
  private let clock: any Clock<Duration>
  private let opener: @Sendable (String) -> Bool
  /// A part of the greeting that is shown but not recorded; `nil` once it has been shown.
  private var aside: Message?
  /// What the bot has said since the last line was entered and is not on the screen yet.
  private var said: [Utterance] = []
  /// The line that was entered last, until its verdict is shown.
  private var entered: EnteredLine?
  /// Whether the last line that was entered was a secret.
  private var followsSecret = false
  /// Whether the last line was refused because it began a private key, whose other lines may follow.
  private var isInPrivateKey = false
  /// Whether no line has been entered yet.
  private var isFirst = true
  /// Whether an answer may have changed since the review was last shown.
  private var reviewIsDue = true
  private var working = ""
  /// The service's latest notice about the work in progress, or `nil` if there is none.
  private var notice: Message?
  private var workContinues = false
  /// Keeps running while other questions are asked.
  private var countdown: Countdown?

  /// A line that was entered, until its verdict is shown.
  private struct EnteredLine {
    let question: Question
    /// Whether the line answers its question, as far as that is known without the verdict.
    let isAnswer: Bool
    /// The answer that an empty line gave, or `nil` if the line was not empty.
    let missing: String?
  }

  /// The interval, in seconds, at which a plain terminal reports that it is still waiting.
  private static let patience = 10

  package let onDelivery: @Sendable () -> Void

  /// - Parameters:
  ///   - vocabulary: The commands that Tab completes.
  ///   - recorder: Records the conversation, or `nil` for no recording.
  ///   - saysYes: Whether to answer the review with yes.
  ///   - aside: A message to show after the greeting without recording it, or `nil` for none.
  ///   - clock: Measures how long a pause lasts.
  ///   - opener: Opens a page and returns whether that was possible.
  package init(
    terminal: Terminal, style: Style, catalogue: Catalogue, vocabulary: Vocabulary,
    recorder: TranscriptWriter?, saysYes: Bool, aside: Message? = nil,
    clock: any Clock<Duration>, opener: @escaping @Sendable (String) -> Bool
  ) {
    self.terminal = terminal
    self.style = style
    self.catalogue = catalogue
    self.recorder = recorder
    self.saysYes = saysYes
    self.aside = aside
    self.clock = clock
    self.opener = opener
    completions = vocabulary.commands.map { "/" + $0.word }
    onDelivery = terminal.wake
  }

  package func show(_ utterance: Utterance) throws {
    let text = catalogue.words(for: utterance.message)
    try recorder?.bot(utterance.tone, text, from: .said(utterance.message))
    if utterance.tone == .works { (working, workContinues) = (text, false) }
    if style.isPlain { try showPlainly(utterance, text) } else { said.append(utterance) }
  }

  private func showPlainly(_ utterance: Utterance, _ text: String) throws {
    switch utterance.tone {
    case .says:
      try write(escapingControls(text))
      try showAside()
    case .works: try write(style.line(.working, text))
    case .accepts: try write(style.line(.ok, text))
    case .refuses:
      terminal.discardTypeAhead()
      try write(style.line(.failed, text))
    }
  }

  /// Shows what the bot has said. The first verdict goes to the end of the line that it is about.
  private func showSaid(_ conversation: Conversation) throws {
    guard let last = said.last else { return }
    var lines = said.filter { $0.tone != .works }
    said = []
    // The verdict on the line is still to come. Until then, the line shows the work.
    if last.tone == .works, lines.isEmpty, case .field? = entered?.question { return }
    // The next question may not be the one that lines typed ahead were meant for.
    if lines.contains(where: { $0.tone == .refuses }) { terminal.discardTypeAhead() }
    let verdict = lines.firstIndex { $0.tone == .accepts || $0.tone == .refuses }
    if try finishLine(with: verdict.map { lines[$0] }), let verdict { lines.remove(at: verdict) }
    try terminal.write(saidText.lines(lines, conversation.reviewRows))
    if lines.contains(where: { $0.message.key.isOfReview }) { reviewIsDue = false }
    try showAside()
  }

  /// Shows the verdict on the line that was entered last at its end, and its answer in colour if it
  /// was accepted.
  ///
  /// - Returns: `false` if the verdict must be shown on a line of its own.
  private func finishLine(with verdict: Utterance?) throws -> Bool {
    guard let line = entered else { return false }
    entered = nil
    let isAccepted =
      if case .field = line.question {
        verdict?.tone == .accepts
      } else {
        line.isAnswer && verdict?.tone != .refuses
      }
    return try terminal.finishAnswer(
      verdict: verdict.map { saidText.verdict($0) } ?? "", missing: line.missing,
      paint: isAccepted ? { [style] in style.painted(.answer, $0) } : nil)
  }

  private var saidText: SaidText {
    SaidText(catalogue: catalogue, style: style, columns: terminal.columns)
  }

  private func showAside() throws {
    guard let words = aside.map(catalogue.words) else { return }
    aside = nil
    try write(words)
  }

  /// Says that an input was refused before the conversation received it. Lines that were typed ahead
  /// are discarded: the next question may not be the one they were meant for.
  private func refuse(_ message: Message, _ conversation: Conversation) throws {
    let refusal = Utterance(.refuses, message)
    if style.isPlain { return try showPlainly(refusal, catalogue.words(for: message)) }
    said.append(refusal)
    try showSaid(conversation)
  }

  /// Writes a line, wrapped between words to the width of the terminal.
  private func write(_ line: String) throws {
    try terminal.write(folded(line, columns: terminal.columns) + "\n")
  }

  package func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event {
    let conversation = talk.current
    _ = try finishLine(with: nil)
    // These questions show any answer, which may be a secret that was typed ahead. A command, an
    // empty line or Ctrl-C may have led to the first one. An empty line typed ahead must not take a
    // default.
    if prompt.question == .field(.username) || prompt.question.isOfForm && followsSecret
      || prompts.defaultAnswer(to: prompt.question) != nil
    {
      terminal.discardTypeAhead()
    }
    try recorder?.bot(
      .says, catalogue.words(for: prompt.message), from: .asked(prompt))
    try showReview(before: prompt.question, conversation)
    let text = prompts.words(for: prompt)
    if saysYes && prompt.question == .review {
      try terminal.write(text + (style.isPlain ? "yes" : style.painted(.answer, "yes")) + "\n")
      return try entered(.text("yes"), conversation)
    }
    while true {
      let input = read(prompt, text, talk, conversation)
      isFirst = false
      if let event = try event(input, at: prompt.question, conversation) { return event }
    }
  }

  private var prompts: PromptText { PromptText(catalogue: catalogue, style: style) }

  /// Shows the answers before they are confirmed, once.
  private func showReview(before question: Question, _ conversation: Conversation) throws {
    if case .field = question { reviewIsDue = true }
    guard question == .review, reviewIsDue, !style.isPlain else { return }
    reviewIsDue = false
    let table = ReviewTable(conversation.reviewRows, catalogue, style)
    try terminal.write(
      table.lines(columns: terminal.columns).map { $0 + "\n" }.joined())
  }

  package func settled(_ talk: LiveTalk, _ mailbox: Mailbox) throws {
    let now = talk.current.notice
    if let news = now, news != notice, style.isPlain {
      try write(style.line(.working, catalogue.words(for: news)))
    }
    notice = now
    try showSaid(talk.current)
  }

  package func wait(for mailbox: Mailbox) throws -> Event {
    let style = style
    let label = notice.map { working + " (" + catalogue.words(for: $0) + ")" } ?? working
    while true {
      if let event = mailbox.take() {
        if case .serviceNoted = event { return event }
        terminal.workEnded()
        return event
      }
      let continues = workContinues
      workContinues = true
      let end = terminal.work(
        { elapsed, columns in
          Spinner.frame(elapsed: elapsed, label: label, columns: columns, style: style)
        }, each: .seconds(Self.patience),
        note: { [catalogue] periods in
          let waited = Message(.stillWorking, ["seconds": .count(periods * Self.patience)])
          return style.line(.working, catalogue.words(for: waited))
        }, continues: continues, nextToAnswer: entered != nil)
      switch end {
      case .woken: continue
      case .interrupted:
        recorder?.spoilTurn()
        return .interrupted
      case .hungUp:
        recorder?.spoilTurn()
        return .inputEnded
      }
    }
  }

  package func open(_ link: String) -> Bool { opener(link) }

  package func finish(_ outcome: Outcome) throws {
    _ = try finishLine(with: nil)
    try recorder?.end(outcome)
  }

  private func read(
    _ prompt: Prompt, _ text: String, _ live: LiveTalk, _ conversation: Conversation
  ) -> TerminalInput {
    let countdown = countdown(of: prompt.pause)
    let text = self.text(text, with: countdown)
    let verdict = LivePrompt(
      live, catalogue, style, countdown,
      hints: prompts.hints(at: prompt.question, conversation, isFirst: isFirst))
    switch prompt.question {
    case .field(let field) where field.isSecret:
      return terminal.readSecret(prompt: text, verdict: verdict.onSecret(for: field))
    case .field(let field):
      var initial = ""
      if case .text(let half)? = prompt.initial { initial = half }
      return terminal.readLine(
        prompt: text, initial: initial,
        completions: conversation.choices(of: field) + completions,
        closed: closedLine(for: field, conversation), verdict: verdict.onText(for: field),
        afterDrawing: { live.perform() })
    case .review, .offer, .remember, .choice:
      let closed = conversation.closedAnswers(to: prompt.question)
      return terminal.readLine(
        prompt: text, completions: completions, closed: closed.map(line(for:)),
        verdict: verdict.onChoice)
    }
  }

  /// Returns the prompt, wrapped between words if it leaves no room for an answer. If a countdown does
  /// not fit on the prompt's row, the prompt is moved to rows of its own above the input line.
  private func text(_ prompt: String, with countdown: Countdown?) -> String {
    guard !style.isPlain else { return prompt }
    let columns = terminal.columns
    let room = PaintedText.columns(of: prompt) + (countdown?.columns ?? 1)
    if room <= columns { return prompt }
    if countdown != nil { return PaintedText.folded(prompt, columns: columns) + "\n> " }
    // The last row should have room for a short answer.
    return PaintedText.folded(prompt, columns: columns - min(4, columns / 2))
  }

  private func countdown(of pause: Pause?) -> Countdown? {
    guard let pause else { return nil }
    if countdown?.call != pause.call {
      countdown = Countdown(pause.call, length: pause.length, on: clock)
    }
    return countdown
  }

  private func line(for answers: ClosedAnswers) -> ClosedLine {
    closedLine(refusing: answers.refusal) { answers.mayBecomeOne($0) }
  }

  /// The texts that the line of a field may contain, or `nil` if it may contain any.
  private func closedLine(for field: Field, _ conversation: Conversation) -> ClosedLine? {
    guard case .own = field else { return nil }
    return conversation.closedAnswers(to: .field(field)).map(line(for:))
      ?? closedLine(refusing: .sshKeyIsPrivate) { [isInPrivateKey] line in
        !looksLikePrivateKey(line) && !(isInPrivateKey && mayBePartOfPrivateKey(line))
      }
  }

  private func closedLine(
    refusing refusal: MessageKey, mayHold: @escaping @Sendable (String) -> Bool
  ) -> ClosedLine {
    let words = VerdictLine(.failed([Message(refusal)]), catalogue, style)
    return ClosedLine(mayHold: mayHold, hint: { words.text(columns: $0) })
  }

  /// Says that a line is not one of the answers, without quoting it: it may be a secret that was
  /// meant for another question, or the private key of a pair.
  private func refuse(_ question: Question, _ conversation: Conversation) throws {
    let refusal = conversation.closedAnswers(to: question)?.refusal ?? .sshKeyIsPrivate
    if refusal == .sshKeyIsPrivate { isInPrivateKey = true }
    try refuse(Message(refusal), conversation)
  }

  /// Converts an input to an event. Returns `nil` if the question must be asked again.
  private func event(
    _ input: TerminalInput, at question: Question, _ conversation: Conversation
  ) throws -> Event? {
    switch input {
    case .line, .secret, .malformed, .unfitting: note(input, at: question, conversation)
    case .back, .endOfInput, .hungUp, .interrupted: break
    }
    switch input {
    case .line(let line, let pasteDropped):
      if pasteDropped { try sayPasteDropped() }
      if conversation.closedAnswers(to: question)?.takes(line) == false {
        try refuse(question, conversation)
        return nil
      }
      // The next username is often a variation of this one. Other answers are not worth recalling.
      if question == .field(.username), conversation.literal(line) != nil {
        terminal.addHistory(line)
      }
      return try entered(.text(entered?.missing ?? line), conversation)
    case .secret(let secret, let pasteDropped):
      if pasteDropped { try sayPasteDropped() }
      return try entered(.secret(secret), conversation)
    case .back(let halfTyped):
      try recorder?.entered(.text("/back"), in: conversation)
      let entry = question.isSecret || halfTyped.isEmpty ? nil : Entry.text(halfTyped)
      return .commandGiven(.back, halfTyped: entry)
    case .malformed(let why):
      try refuse(Message(why.message), conversation)
      return nil
    case .unfitting:
      try refuse(question, conversation)
      return nil
    case .endOfInput, .hungUp: return .inputEnded
    case .interrupted: return .interrupted
    }
  }

  /// Remembers the line that stands above the cursor.
  private func note(
    _ input: TerminalInput, at question: Question, _ conversation: Conversation
  ) {
    var (isAnswer, missing): (Bool, String?) = (false, nil)
    if case .line(let line, _) = input {
      missing =
        line.isEmpty
        ? prompts.defaultAnswer(to: question) ?? conversation.usualAnswer(to: question) : nil
      isAnswer = missing != nil || !line.isEmpty && line.utf8.first != UInt8(ascii: "/")
    }
    entered = EnteredLine(question: question, isAnswer: isAnswer, missing: missing)
    followsSecret = question.isSecret
    if case .line = input { isInPrivateKey = false }
  }

  private func entered(_ entry: Entry, _ conversation: Conversation) throws -> Event {
    try recorder?.entered(entry, in: conversation)
    return .lineEntered(entry)
  }

  private func sayPasteDropped() throws {
    let message = Message(.pasteDropped)
    if style.isPlain { return try write(catalogue.words(for: message)) }
    said.append(Utterance(.says, message))
  }
}
