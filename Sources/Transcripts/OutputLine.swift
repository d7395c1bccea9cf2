import Accounts
import Conversation
import Text

/// A line of a transcript that is being written, and what it was made from. Programs receive the
/// origin, so they never have to parse prose.
package struct OutputLine: Sendable {
  /// The information in a line beyond its record.
  package enum Origin: Equatable, Sendable {
    case said(Message)
    case asked(Prompt)
    /// The class of the secret that the line names.
    case secret(SecretClass)
    case ended(Outcome)
    /// The record contains everything.
    case nothing
  }

  package let record: Record
  package let origin: Origin
  /// The spelling of a line of an existing transcript, to be written unchanged; `nil` for any other
  /// line.
  private let spelling: ArraySlice<UInt8>?

  package init(_ record: Record, _ origin: Origin = .nothing) {
    self.record = record
    self.origin = origin
    spelling = nil
  }

  /// Creates a line from a line of an existing transcript, to be written unchanged.
  package init(_ line: Script.Line, _ origin: Origin = .nothing) {
    record = line.record
    self.origin = origin
    spelling = line.bytes
  }

  /// The line without its newline.
  package var text: String {
    spelling.map { String(decoding: $0, as: UTF8.self) } ?? record.description
  }

  /// Appends the line with its newline.
  package func write(to text: inout [UInt8]) {
    if let spelling { text += spelling } else { record.write(to: &text) }
    text.append(UInt8(ascii: "\n"))
  }
}

extension OutputLine {
  /// The lines with which a transcript breaks off in place of a line that would betray a secret. The
  /// transcript still replays to itself if that is the last line before its end.
  package var standIns: [OutputLine] {
    guard case .bot(let tone, _) = record else { return [Self.breaksOff] }
    return [OutputLine(.bot(tone, "{{hidden:rest}}")), Self.breaksOff]
  }

  /// Says that a transcript breaks off.
  package static let breaksOff = OutputLine(.comment("# The transcript ends before a secret."))
}

extension OutputLine: Equatable {
  /// Lines are equal if they have the same origin and the same text.
  package static func == (left: OutputLine, right: OutputLine) -> Bool {
    left.origin == right.origin && left.text.hasSameBytes(as: right.text)
  }
}

extension [OutputLine] {
  /// The lines with their newlines.
  package var text: String {
    var text: [UInt8] = []
    for line in self { line.write(to: &text) }
    return String(decoding: text, as: UTF8.self)
  }
}
