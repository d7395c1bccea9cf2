import Accounts
import Conversation

/// Takes the lines of a transcript on their way out, one at a time.
package protocol LineSink: AnyObject {
  /// Takes a line that stands in a transcript already, and is to come out as it was written.
  ///
  /// - Parameter origin: told where it is wanted.
  func put(
    _ place: Int, of script: Script, from origin: @autoclosure () -> OutputLine.Origin) throws

  /// Takes any line.
  func put(_ line: OutputLine) throws
}

/// Hands the lines on to whoever wants all that there is to know of them.
package final class ClosureSink: LineSink {
  private let write: (OutputLine) throws -> Void

  package init(_ write: @escaping (OutputLine) throws -> Void) {
    self.write = write
  }

  package func put(
    _ place: Int, of script: Script, from origin: @autoclosure () -> OutputLine.Origin
  ) throws {
    try write(OutputLine(script.line(place), origin()))
  }

  package func put(_ line: OutputLine) throws {
    try write(line)
  }
}

/// One line of a transcript on its way out, with what it was made from: a program is told that, and
/// never has to parse prose.
package struct OutputLine: Sendable {
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

  private enum Content {
    case made(Record)
    /// It stands in a transcript already, and is to come out as it was written.
    case written(Script.Line)
  }

  package let origin: Origin
  private let content: Content

  package init(_ record: Record, _ origin: Origin = .nothing) {
    content = .made(record)
    self.origin = origin
  }

  /// A line that stands in a transcript already, and is to come out as it was written.
  package init(_ line: Script.Line, _ origin: Origin = .nothing) {
    content = .written(line)
    self.origin = origin
  }

  package var record: Record {
    switch content {
    case .made(let record): record
    case .written(let line): line.record
    }
  }

  /// Without its newline.
  package var text: String {
    switch content {
    case .made(let record): record.description
    case .written(let line): line.text
    }
  }

  /// Appends the line with its newline.
  package func write(to text: inout [UInt8]) {
    switch content {
    case .made(let record): record.write(to: &text)
    case .written(let line):
      line.source.withUnsafeBufferPointer {
        text.append(contentsOf: UnsafeBufferPointer(rebasing: $0[line.range]))
      }
    }
    text.append(UInt8(ascii: "\n"))
  }
}

extension OutputLine: Equatable {
  /// Lines are what they come out as.
  package static func == (left: OutputLine, right: OutputLine) -> Bool {
    left.origin == right.origin && left.text.hasSameBytes(as: right.text)
  }
}
