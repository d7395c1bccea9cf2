/// Detects, line by line, where the next transcript in a stream begins: at the first `#!…` or
/// `@ transcript …` after an `end>`. Comments in between belong to the earlier transcript.
package struct ScriptBoundary {
  private var hasEnded = false

  package init() {}

  /// Processes the next line, with or without its newline.
  ///
  /// - Returns: whether the line is the first one of the next transcript.
  package mutating func isCrossed(by line: some Collection<UInt8>) -> Bool {
    // For nearly all lines, the first byte rules out both.
    guard let first = line.first,
      first == UInt8(ascii: "@") || first == UInt8(ascii: "e") || first == UInt8(ascii: "#")
    else { return false }
    if hasEnded, Script.begins(with: line) {
      hasEnded = false
      return true
    }
    if line.starts(with: "end>".utf8) { hasEnded = true }
    return false
  }
}

extension Script {
  /// One of several consecutive transcripts in a file.
  package struct Piece: Equatable, Sendable {
    /// The transcript's byte range in the file.
    package let range: Range<Int>
    /// The number of the transcript's first line in the file.
    package let firstLine: Int
  }

  /// Returns the positions of the transcripts in a file. O(bytes).
  ///
  /// - Returns: at least one piece.
  package static func pieces(of bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var boundary = ScriptBoundary()
    var (start, firstLine) = (0, 1)
    for (index, line) in bytes.lines.enumerated() where boundary.isCrossed(by: line) {
      pieces.append(Piece(range: start..<line.startIndex, firstLine: firstLine))
      (start, firstLine) = (line.startIndex, index + 1)
    }
    return pieces + [Piece(range: start..<bytes.count, firstLine: firstLine)]
  }
}
