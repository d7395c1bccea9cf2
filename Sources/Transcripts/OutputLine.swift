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

  package let record: Record
  package let origin: Origin
  /// As it stands in a transcript already, where that can't be told from the record.
  private let written: String?

  package init(_ record: Record, _ origin: Origin = .nothing) {
    self.init(written: nil, record, origin)
  }

  /// A line that stands in a transcript already, and is to come out as it was written.
  package init(_ line: Script.Line, _ origin: Origin = .nothing) {
    self.init(written: line.written, line.record, origin)
  }

  /// Without its newline.
  package var text: String { written ?? record.description }

  /// Appends the line with its newline.
  package func write(to text: inout [UInt8]) {
    if let written { text.append(written) } else { record.write(to: &text) }
    text.append(UInt8(ascii: "\n"))
  }

  private init(written: String?, _ record: Record, _ origin: Origin) {
    self.written = written
    self.record = record
    self.origin = origin
  }
}
