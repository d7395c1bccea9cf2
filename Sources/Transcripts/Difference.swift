import Text

/// The first turn in which two transcripts differ, and the two matching turns before it.
///
/// A turn is an answer and everything up to the next one. In a file with several transcripts, the
/// opening of each also counts as a turn, and turns are counted through the whole file.
package struct Difference: Equatable, Sendable {
  /// A line that marks a missing newline at the end of a text.
  package static let noNewline = "\\ No newline at end of file"

  /// The number of the first differing line in the wanted text, starting at 1; the number of the
  /// last line if the wanted text ends first.
  package let line: Int
  /// The number of the first line of `before`, or of the turn if `before` is empty; starting at 1.
  package let firstLine: Int
  /// The lines of the two previous turns, which are the same in both texts.
  package let before: [String]
  /// The differing turn in each text, from its answer to its last line. If one text has a line
  /// where the other begins its next turn, the first line of that turn is included.
  package let wanted: [String]
  package let got: [String]
  /// The number of lines at the start of the turn that are the same in both texts.
  package let same: Int
  /// The number of turns after this one in the wanted text.
  package let following: Int
}

extension Difference {
  /// Returns `nil` if the texts are identical, byte for byte. O(bytes).
  ///
  /// - Parameter first: The number of the texts' first line in their file.
  package init?(wanted: String, got: String, firstLine first: Int = 1) {
    if wanted.hasSameBytes(as: got) { return nil }
    let (left, right) = (TurnLines(wanted), TurnLines(got))
    let wrong = firstDifference(left.lines, right.lines) ?? left.lines.count
    let starts = left.turnStarts
    var turn = (starts.lastIndex { $0 < wrong }) ?? 0
    if turn + 1 < starts.count, starts[turn + 1] == wrong, right.turnStarts.contains(wrong) {
      turn += 1
    }
    let start = starts.isEmpty ? 0 : starts[turn]
    let context = starts.isEmpty ? 0 : starts[max(turn - 2, 0)]
    self.init(
      line: min(wrong + 1, max(left.lines.count, 1)) + first - 1, firstLine: context + first,
      before: left.texts(context..<start), wanted: left.turn(from: start, past: wrong),
      got: right.turn(from: start, past: wrong), same: wrong - start,
      following: max(starts.count - 1 - turn, 0))
  }

  /// Returns every turn in which two texts with the same answers differ. The first one includes the
  /// two turns before it, the others none. O(bytes).
  package static func all(wanted: String, got: String) -> [Difference] {
    guard let first = Difference(wanted: wanted, got: got) else { return [] }
    let (left, right) = (TurnLines(wanted), TurnLines(got))
    guard left.turnStarts.count == right.turnStarts.count else { return [first] }
    var differences: [Difference] = []
    for (wanted, got) in zip(left.turns, right.turns) {
      guard let same = firstDifference(left.lines[wanted], right.lines[got]) else { continue }
      let isFirst = differences.isEmpty
      let start = wanted.lowerBound + 1
      differences.append(
        Difference(
          line: min(start + same, max(left.lines.count, 1)),
          firstLine: isFirst ? first.firstLine : start, before: isFirst ? first.before : [],
          wanted: left.texts(wanted), got: right.texts(got), same: same, following: 0))
    }
    return differences
  }
}

/// Returns the number of lines before the first one that differs; `nil` if all are the same.
private func firstDifference(
  _ left: some Collection<ArraySlice<UInt8>>, _ right: some Collection<ArraySlice<UInt8>>
) -> Int? {
  let wrong = zip(left, right).enumerated().first { $1.0 != $1.1 }
  if let wrong { return wrong.offset }
  return left.count == right.count ? nil : min(left.count, right.count)
}

/// The lines of a text, and the lines at which turns begin.
private struct TurnLines {
  /// The lines without their newlines. A missing newline at the end is a line of its own.
  let lines: [ArraySlice<UInt8>]
  let turnStarts: [Int]

  init(_ text: String) {
    var lines = Array(text.utf8).lines
    let last = lines.removeLast()
    if !last.isEmpty { lines += [last, Array(Difference.noNewline.utf8)[...]] }
    var boundary = ScriptBoundary()
    turnStarts = lines.indices.filter { index in
      let line = lines[index]
      let isOpening = boundary.isCrossed(by: line)
      return index == 0 || isOpening || line.starts(with: "you>".utf8)
        || line.starts(with: "key>".utf8)
    }
    self.lines = lines
  }

  /// The turns in order. The first one begins with the first line.
  var turns: [Range<Int>] {
    zip(turnStarts, turnStarts.dropFirst() + [lines.count]).map { $0..<$1 }
  }

  func texts(_ numbers: Range<Int>) -> [String] {
    lines[numbers].map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the turn that begins at a line, including the differing line if that follows
  /// immediately.
  func turn(from start: Int, past wrong: Int) -> [String] {
    guard start < lines.count else { return [] }
    let next = turnStarts.first { $0 > start && $0 >= wrong } ?? lines.count
    return texts(start..<max(next, min(wrong + 1, lines.count)))
  }
}
