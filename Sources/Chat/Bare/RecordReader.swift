import Conversation
import Runtime
import Secrets

/// Reads bare input for many people: one record of lines per person, separated by empty or blank
/// lines.
///
/// A record is read completely before any of its lines is used. It must have as many lines as the
/// form has fields, so that an extra or missing line is detected.
package final class RecordReader {
  private let lines: LineReader
  private let shape: RecordShape
  private var fields: [Field] { shape.fields }

  init(_ lines: LineReader, shape: RecordShape) {
    self.lines = lines
    self.shape = shape
  }

  /// The lines of one person.
  package struct Record {
    /// The number of the first line, counted from 1.
    package let firstLine: Int
    package let content: Content

    package enum Content: Equatable, Sendable {
      /// One value for each field, in order.
      case values([Secret])
      /// More or fewer lines than there are fields. None of them is stored.
      case misshapen(lines: Int)
      /// A line is not valid text, or the values can't be one person's; see `RecordShape`. None of
      /// the lines is stored.
      case malformed(line: Int, MalformedInput)
    }
  }

  /// Returns the next person's record; `nil` at the end of the stream. Stores at most one value per
  /// field, however long the record is.
  package func next() throws(StreamFailure) -> Record? {
    guard var line = try firstLine() else { return nil }
    let firstLine = lines.number
    var values: [Secret] = []
    var count = 0
    var flaw: (line: Int, why: MalformedInput)?
    while true {
      if count < fields.count, flaw == nil {
        do {
          values.append(try line.value())
        } catch {
          flaw = (lines.number, error)
        }
      }
      count += 1
      if line == .tooLong { try lines.skipLongLine() }
      line = try lines.next()
      if line == .end || line.isBlank { break }
    }
    if count != fields.count {
      return Record(firstLine: firstLine, content: .misshapen(lines: count))
    }
    if let flaw {
      return Record(firstLine: firstLine, content: .malformed(line: flaw.line, flaw.why))
    }
    if let flaw = shape.flaw(in: values) {
      return Record(firstLine: firstLine, content: .malformed(line: firstLine, flaw))
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
  /// Whether the line contains only spaces and tabs.
  package var isBlank: Bool {
    switch self {
    case .bytes(let line): line.withBytes { $0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    case .tooLong, .end: false
    }
  }

  fileprivate func value() throws(MalformedInput) -> Secret {
    switch self {
    case .tooLong, .end: throw .tooLong
    case .bytes(let line):
      // Secrets and usernames must meet the same conditions.
      if let why = line.malformed() { throw why }
      return line
    }
  }
}
