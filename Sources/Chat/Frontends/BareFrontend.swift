import Conversation
import Secrets
import Transcripts

/// A pipe of bare answers, one a line. What it writes is the transcript of the conversation.
package final class BareFrontend: Frontend {
  private let answers: any AnswerSource
  private let writer: TranscriptWriter
  private let catalogue: Catalogue
  private let keepsGoing: Bool
  private let saysYes: Bool
  private var wasRefused = false

  /// The number of the line that was no text, for stderr; nil for none.
  package private(set) var malformedLine: Int?

  /// - Parameters:
  ///   - keepsGoing: whether answers go on after one that was refused.
  ///   - saysYes: whether the review is answered with yes.
  package init(
    answers: any AnswerSource, writer: TranscriptWriter, catalogue: Catalogue, keepsGoing: Bool,
    saysYes: Bool
  ) {
    self.answers = answers
    self.writer = writer
    self.catalogue = catalogue
    self.keepsGoing = keepsGoing
    self.saysYes = saysYes
  }

  package func show(_ utterance: Utterance) async throws {
    let text = catalogue.words(for: utterance.message)
    try writer.bot(utterance.tone, text, from: .said(utterance.message))
    if utterance.tone == .refuses { wasRefused = true }
  }

  package func ask(_ prompt: Prompt, in talk: LiveTalk) async throws -> Event {
    let conversation = talk.current
    try writer.bot(.says, catalogue.words(for: prompt.message), from: .asked(prompt))
    if wasRefused && !keepsGoing { return .inputEnded }
    wasRefused = false
    if saysYes && prompt.question == .review {
      return try enter(.text("yes"), conversation)
    }
    switch try answers.next() {
    case .end: return .inputEnded
    case .tooLong: return malformed(.tooLong)
    case .bytes(let line):
      if prompt.question.isSecret {
        if let why = line.malformed() { return malformed(why) }
        return try enter(.secret(line), conversation)
      }
      do {
        return try enter(.text(try line.text()), conversation)
      } catch let why as MalformedInput {
        return malformed(why)
      }
    }
  }

  package func wait(for mailbox: Mailbox) async throws -> Event {
    await mailbox.next()
  }

  package func open(_ link: String) async -> Bool { false }

  package func finish(_ outcome: Outcome) async throws {
    try writer.end(outcome)
  }

  private func enter(_ entry: Entry, _ conversation: Conversation) throws -> Event {
    try writer.entered(entry, in: conversation)
    return .lineEntered(entry)
  }

  private func malformed(_ why: MalformedInput) -> Event {
    malformedLine = answers.number
    return .inputMalformed(why)
  }
}
