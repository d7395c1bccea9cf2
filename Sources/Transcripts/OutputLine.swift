import Accounts
import Conversation

/// One line of a transcript on its way out, with what it was made from: a program is told that, and
/// never has to parse prose.
package struct OutputLine: Equatable, Sendable {
  /// What a line says beyond its record.
  package enum Origin: Equatable, Sendable {
    case said(Message)
    case asked(Prompt)
    /// What the secret named in the line is like.
    case secret(SecretClass)
    case ended(Outcome)
    /// The record says it all.
    case nothing
  }

  /// Without its newline.
  package let text: String
  package let record: Record
  package let origin: Origin

  package init(_ record: Record, _ origin: Origin = .nothing) {
    self.init(text: record.description, record, origin)
  }

  /// A line that stands in a transcript already, and is to come out as it was written.
  package init(_ line: Script.Line, _ origin: Origin = .nothing) {
    self.init(text: line.text, line.record, origin)
  }

  private init(text: String, _ record: Record, _ origin: Origin) {
    self.text = text
    self.record = record
    self.origin = origin
  }
}
