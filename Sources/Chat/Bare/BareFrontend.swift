import Conversation
import Secrets
import Transcripts

/// Answers the conversation with bare input, one answer per line, and writes the conversation's
/// transcript.
package final class BareFrontend: Frontend {
  private let answers: BareAnswers
  private let kind: Kind
  private let writer: TranscriptWriter
  private let settings: Settings

  /// The meaning of a line of the input.
  package enum Kind: Sendable {
    /// An answer to the current question, which may be a command.
    case answers
    /// The value of a field, even if it begins with a slash.
    case values
  }

  package init(
    _ answers: BareAnswers, are kind: Kind, writer: TranscriptWriter, _ settings: Settings
  ) {
    self.answers = answers
    self.kind = kind
    self.writer = writer
    self.settings = settings
  }

  package func show(_ utterance: Utterance) throws {
    let text = settings.catalogue.words(for: utterance.message)
    try writer.bot(utterance.tone, text, from: .said(utterance.message))
  }

  package func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event {
    let conversation = talk.current
    try writer.bot(.says, settings.catalogue.words(for: prompt.message), from: .asked(prompt))
    if settings.yes && prompt.question == .review {
      return try enter(.text("yes"), conversation)
    }
    do {
      switch try answers.line(for: prompt.question, in: conversation) {
      case .end?, nil: return .inputEnded
      case .tooLong?: return .inputMalformed(.tooLong)
      case .bytes(let line)?:
        return try enter(try entry(line, at: prompt.question, conversation), conversation)
      }
    } catch let why as MalformedInput {
      return .inputMalformed(why)
    }
  }

  package func finish(_ outcome: Outcome) throws {
    try writer.end(outcome)
  }

  private func entry(
    _ line: Secret, at question: Question, _ conversation: Conversation
  ) throws(MalformedInput) -> Entry {
    if question.isSecret {
      if let why = line.malformed() { throw why }
      return .secret(kind == .values ? conversation.line(giving: line) : line)
    }
    let text = try line.text()
    if question == .review, !conversation.isReviewAnswer(text) {
      // An extra line may be a secret, so it is not shown.
      throw .notYesOrNo
    }
    return .text(kind == .values ? conversation.line(giving: text) : text)
  }

  private func enter(_ entry: Entry, _ conversation: Conversation) throws -> Event {
    try writer.entered(entry, in: conversation)
    return .lineEntered(entry)
  }
}
