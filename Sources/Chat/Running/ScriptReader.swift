import Transcripts

/// A stream of transcripts, read one at a time, so that memory holds one however many there are.
package struct ScriptReader {
  private let lines: LineReader
  private var boundary = ScriptBoundary()
  /// The next transcript's first line, which was read to find the end of the one before.
  private var pending: [UInt8]

  /// The longest transcript, in bytes.
  private static let longest = 16 << 20

  /// One transcript of the stream.
  package struct Piece: Equatable, Sendable {
    package let bytes: [UInt8]
    /// The number of its first line in the stream.
    package let firstLine: Int

    package func script() throws(TranscriptError) -> Script {
      try Script(parsing: bytes, firstLine: firstLine)
    }
  }

  /// - Parameter firstLine: the line that was read already to find out what the input is, without its
  ///   newline.
  package init(_ lines: LineReader, firstLine: [UInt8]) {
    self.lines = lines
    pending = firstLine + [0x0A]
  }

  /// Whether another transcript follows.
  package var hasNext: Bool { !pending.isEmpty }

  /// The next transcript; nil at the end of the stream.
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
