import Conversation
import Secrets

/// Bare input for many people: one record of lines for each, with empty or blank lines between them.
///
/// A record is read as a whole and has as many lines as the form has fields, so that a line too many or too few is
/// noticed before any of them is used.
package final class RecordReader {
  private let lines: LineReader
  private let fields: [Field]

  /// - Parameter fields: what the lines of a record are, in order.
  package init(_ lines: LineReader, fields: [Field]) {
    self.lines = lines
    self.fields = fields
  }

  /// The lines of one person.
  package struct Record {
    /// The number of the first line, counted from 1.
    package let firstLine: Int
    package let content: Content

    package enum Content: Equatable, Sendable {
      /// One value for each field, in order.
      case values([Secret])
      /// More or fewer lines than there are fields. None of them is kept.
      case misshapen(lines: Int)
      /// The name is one of the secrets: in a record that has lost its first line, it would be shown.
      case nameIsSecret
      /// A line is no text. None of them is kept.
      case malformed(line: Int, MalformedInput)
    }
  }

  /// The next person's record; `nil` at the end of the stream. Memory holds one record, however long it is.
  package func next() throws(StreamFailure) -> Record? {
    guard var line = try firstLine() else { return nil }
    let firstLine = lines.number
    var values: [Secret] = []
    var count = 0
    var flaw: (line: Int, why: MalformedInput)?
    while true {
      if count < fields.count, flaw == nil {
        do {
          values.append(try line.value(for: fields[count]))
        } catch {
          flaw = (lines.number, error)
        }
      }
      count += 1
      if line == .tooLong, lines.isInLongLine { try lines.skipLongLine() }
      line = try lines.next()
      if line == .end || line.isBlank { break }
    }
    if count != fields.count {
      return Record(firstLine: firstLine, content: .misshapen(lines: count))
    }
    if let flaw {
      return Record(firstLine: firstLine, content: .malformed(line: flaw.line, flaw.why))
    }
    if values.dropFirst().contains(values[0]) {
      return Record(firstLine: firstLine, content: .nameIsSecret)
    }
    return Record(firstLine: firstLine, content: .values(values))
  }

  private func firstLine() throws(StreamFailure) -> LineReader.Line? {
    while true {
      let line = try lines.next()
      if line == .end { return nil }
      if !line.isBlank { return line }
    }
  }
}

extension LineReader.Line {
  /// Whether there is nothing but spaces and tabs.
  package var isBlank: Bool {
    switch self {
    case .bytes(let line): line.withBytes { $0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    case .tooLong, .end: false
    }
  }

  fileprivate func value(for field: Field) throws(MalformedInput) -> Secret {
    switch self {
    case .tooLong, .end: throw .tooLong
    case .bytes(let line):
      // Whether it is a secret or a name, the same bytes are no text.
      if let why = line.malformed() { throw why }
      return line
    }
  }
}
