import Conversation
import Secrets
import Transcripts

/// A pipe of bare answers, one a line. What it writes is the transcript of the conversation.
package final class BareFrontend: Frontend {
  private let reader: LineReader
  private let writer: TranscriptWriter
  private let catalogue: Catalogue
  private let keepsGoing: Bool
  private let saysYes: Bool
  private var firstLine: LineReader.Line?
  private var wasRefused = false

  /// The number of the line that was no text, for stderr; nil for none.
  package private(set) var malformedLine: Int?

  /// - Parameters:
  ///   - firstLine: a line that was read already, to find out what the input is.
  ///   - keepsGoing: whether answers go on after one that was refused.
  ///   - saysYes: whether the review is answered with yes.
  package init(
    reader: LineReader, firstLine: LineReader.Line, writer: TranscriptWriter,
    catalogue: Catalogue, keepsGoing: Bool, saysYes: Bool
  ) {
    self.reader = reader
    self.firstLine = firstLine
    self.writer = writer
    self.catalogue = catalogue
    self.keepsGoing = keepsGoing
    self.saysYes = saysYes
  }

  package func show(_ utterance: Utterance) async throws {
    try writer.bot(utterance.tone, catalogue.words(for: utterance.message))
    if utterance.tone == .refuses { wasRefused = true }
  }

  package func ask(_ prompt: Prompt, in conversation: Conversation) async throws -> Event {
    try writer.bot(.says, catalogue.words(for: prompt.message))
    if wasRefused && !keepsGoing { return .inputEnded }
    wasRefused = false
    if saysYes && prompt.question == .review {
      return try enter(.text("yes"), conversation)
    }
    switch try nextLine() {
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

  private func nextLine() throws -> LineReader.Line {
    defer { firstLine = nil }
    return try firstLine ?? reader.next()
  }

  private func enter(_ entry: Entry, _ conversation: Conversation) throws -> Event {
    try writer.entered(entry, in: conversation)
    return .lineEntered(entry)
  }

  private func malformed(_ why: MalformedInput) -> Event {
    malformedLine = reader.number
    return .inputMalformed(why)
  }
}
