import Runtime
import Transcripts

/// Reads a stream of transcripts one at a time, so that memory holds only one of them.
package struct ScriptReader {
  private let lines: LineReader
  private var boundary = ScriptBoundary()
  /// The next transcript's first line, which was read to detect the end of the previous transcript.
  /// Empty at the end of the stream.
  private var pending: [UInt8]

  /// The maximum size of a transcript, in bytes.
  private static let longest = 16 << 20

  /// One transcript of the stream.
  package struct Piece: Equatable, Sendable {
    package let bytes: [UInt8]
    /// The number of its first line in the stream.
    package let firstLine: Int
  }

  /// - Parameter firstLine: the line, without its newline, that was already read to determine the
  ///   kind of input.
  package init(_ lines: LineReader, firstLine: [UInt8]) {
    self.lines = lines
    pending = firstLine + [0x0A]
  }

  /// The number of the next transcript's first line, if another one follows.
  package var nextLine: Int { lines.number }

  /// Whether another transcript follows.
  package var hasNext: Bool { !pending.isEmpty }

  /// Returns the next transcript; `nil` at the end of the stream.
  package mutating func next() throws(StreamFailure) -> Piece? {
    if pending.isEmpty { return nil }
    var bytes = pending
    pending = []
    let firstLine = lines.number
    var start = bytes.count
    while try lines.appendLine(to: &bytes, upTo: Self.longest) {
      if boundary.isCrossed(by: bytes[start...]) {
        pending = Array(bytes[start...])
        bytes.removeSubrange(start...)
        break
      }
      start = bytes.count
    }
    return Piece(bytes: bytes, firstLine: firstLine)
  }
}
