import Secrets
import Transcripts

/// Where bare answers come from.
package protocol AnswerSource: AnyObject {
  /// The next line; `end` where the conversation gets no more.
  func next() throws(StreamFailure) -> LineReader.Line

  /// The number of the line read last, counted from 1.
  var number: Int { get }
}

extension LineReader: AnswerSource {}

/// Bare answers of one person after the other, with empty lines between them. Nothing that is left of one
/// person's lines is ever taken for the next one's, because it may be a password: only where a sign-up
/// took up exactly its lines, and no empty line has been seen between people, the next line may be the
/// next person's without one.
package final class AnswerBlocks: AnswerSource {
  private let lines: LineReader
  /// The block's end has been read: an empty line, or the end of the stream.
  private var isOver = false
  /// An empty line has stood between people.
  private var isSeparated = false

  /// The number of the block's first line.
  package private(set) var firstLine = 1

  package var number: Int { lines.number }

  package init(_ lines: LineReader) {
    self.lines = lines
  }

  /// Lines that were passed over.
  package struct Skipped: Equatable, Sendable {
    /// The number of the first.
    package let first: Int
    package let count: Int
  }

  /// Goes to the next person's first line.
  ///
  /// - Returns: false at the end of the stream.
  package func begin() throws(StreamFailure) -> Bool {
    while true {
      let line = try lines.next()
      if line == .end { return false }
      if line.isEmpty { continue }
      lines.unread(line)
      firstLine = lines.number + 1
      isOver = false
      return true
    }
  }

  /// The person's next line. An empty one is no answer but the end of the person's lines.
  package func next() throws(StreamFailure) -> LineReader.Line {
    isOver ? .end : try read()
  }

  /// Ends a person's conversation.
  ///
  /// - Parameter signedUp: whether it took as many lines as it had to.
  /// - Returns: the person's lines that were left and have been passed over; nil for none.
  package func finish(signedUp: Bool) throws(StreamFailure) -> Skipped? {
    if isOver { return nil }
    if lines.isInLongLine { try lines.skipLongLine() }
    let first = lines.number + 1
    var count = 0
    while true {
      let line = try read()
      if isOver { break }
      if signedUp && !isSeparated {
        lines.unread(line)
        return nil
      }
      if line == .tooLong && lines.isInLongLine { try lines.skipLongLine() }
      count += 1
    }
    return count == 0 ? nil : Skipped(first: first, count: count)
  }

  private func read() throws(StreamFailure) -> LineReader.Line {
    let line = try lines.next()
    if line.isEmpty {
      isSeparated = true
      isOver = true
      return .end
    }
    if line == .end { isOver = true }
    return line
  }
}

extension LineReader.Line {
  fileprivate var isEmpty: Bool {
    switch self {
    case .bytes(let bytes): bytes.isEmpty
    case .tooLong, .end: false
    }
  }
}
