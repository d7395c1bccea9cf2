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
  private let fields: [Field]

  /// - Parameter fields: the fields to which a record's lines belong, in order.
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
      /// More or fewer lines than there are fields. None of them is stored.
      case misshapen(lines: Int)
      /// The username is equal to one of the secrets or contains one. If the record has lost its first
      /// line, or a line has several values, the username would show a secret.
      case nameIsSecret
      /// The username and each secret contain the same number of one separator, like the lines of a
      /// table of people.
      case table
      /// A line is not valid text. None of the lines is stored.
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
    if values.dropFirst().contains(where: values[0].holds) {
      return Record(firstLine: firstLine, content: .nameIsSecret)
    }
    if Self.isTable(values) { return Record(firstLine: firstLine, content: .table) }
    return Record(firstLine: firstLine, content: .values(values))
  }

  private static func isTable(_ values: [Secret]) -> Bool {
    ",;|:".utf8.contains { separator in
      let counts = values.map { $0.withBytes { $0.count { $0 == separator } } }
      return counts[0] > 0 && counts.allSatisfy { $0 == counts[0] }
    }
  }

  private func firstLine() throws(StreamFailure) -> LineReader.Line? {
    while true {
      let line = try lines.next()
      if line == .end { return nil }
      if !line.isBlank { return line }
    }
  }
}

extension Secret {
  /// Whether this secret contains another. Fewer than 4 bytes may be contained by chance, and count
  /// only as a whole.
  fileprivate func holds(_ other: Secret) -> Bool {
    if self == other { return true }
    return other.count >= 4 && withBytes { other.firstOffset(in: $0) } != nil
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

  fileprivate func value(for field: Field) throws(MalformedInput) -> Secret {
    switch self {
    case .tooLong, .end: throw .tooLong
    case .bytes(let line):
      // Secrets and usernames must meet the same conditions.
      if let why = line.malformed() { throw why }
      return line
    }
  }
}
