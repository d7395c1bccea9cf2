import Accounts
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

  /// Returns `nil` if the texts are identical, byte for byte. O(bytes).
  ///
  /// - Parameter first: The number of the texts' first line in their file.
  package init?(wanted: String, got: String, firstLine first: Int = 1) {
    guard !wanted.hasSameBytes(as: got) else { return nil }
    let wantedText = TurnLines(wanted)
    let gotText = TurnLines(got)
    guard let wrong = wantedText.firstDifference(from: gotText) else { return nil }
    let starts = wantedText.turnStarts
    var turn = (starts.lastIndex { $0 < wrong }) ?? 0
    if turn + 1 < starts.count, starts[turn + 1] == wrong, gotText.turnStarts.contains(wrong) {
      turn += 1
    }
    let start = starts.isEmpty ? 0 : starts[turn]
    let context = starts.isEmpty ? 0 : starts[max(turn - 2, 0)]
    line = min(wrong + 1, max(wantedText.count, 1)) + first - 1
    firstLine = context + first
    before = wantedText.lines(context..<start)
    self.wanted = wantedText.turn(from: start, past: wrong)
    self.got = gotText.turn(from: start, past: wrong)
    same = wrong - start
    following = max(starts.count - 1 - turn, 0)
  }

  /// Returns every turn in which two texts with the same answers differ. The first one includes the
  /// two turns before it, the others none. O(bytes).
  package static func all(wanted: String, got: String) -> [Difference] {
    guard let first = Difference(wanted: wanted, got: got) else { return [] }
    let (left, right) = (TurnLines(wanted), TurnLines(got))
    guard left.turnStarts.count == right.turnStarts.count else { return [first] }
    var differences: [Difference] = []
    for turn in left.turnStarts.indices {
      let (wanted, got) = (left.turn(turn), right.turn(turn))
      guard let same = firstDifference(wanted, got) else { continue }
      let isFirst = differences.isEmpty
      let start = left.turnStarts[turn] + 1
      differences.append(
        Difference(
          line: min(start + same, max(left.count, 1)), firstLine: isFirst ? first.firstLine : start,
          before: isFirst ? first.before : [], wanted: wanted, got: got, same: same))
    }
    return differences
  }

  private static func firstDifference(_ wanted: [String], _ got: [String]) -> Int? {
    let same = zip(wanted, got).prefix { $0.hasSameBytes(as: $1) }.count
    return same == wanted.count && same == got.count ? nil : same
  }

  private init(
    line: Int, firstLine: Int, before: [String], wanted: [String], got: [String], same: Int
  ) {
    self.line = line
    self.firstLine = firstLine
    self.before = before
    self.wanted = wanted
    self.got = got
    self.same = same
    following = 0
  }
}

/// The lines of a text, and the lines at which turns begin.
private struct TurnLines {
  private let bytes: [UInt8]
  /// The byte range of each line, without its newline. A missing newline at the end is represented
  /// by an empty range beyond the text.
  private var ranges: [Range<Int>] = []
  private(set) var turnStarts: [Int] = []

  var count: Int { ranges.count }

  init(_ text: String) {
    bytes = Array(text.utf8)
    var ranges: [Range<Int>] = []
    var starts: [Int] = []
    var boundary = ScriptBoundary()
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      func add(upTo end: Int) {
        let line = bytes[start..<end]
        let isInput = line.starts(with: "you>".utf8) || line.starts(with: "key>".utf8)
        let isOpening = boundary.isCrossed(by: line)
        if starts.isEmpty || isInput || isOpening { starts.append(ranges.count) }
        ranges.append(start..<end)
        start = end + 1
      }
      var index = 0
      while index < bytes.count {
        if bytes[index] == 0x0A { add(upTo: index) }
        index += 1
      }
      if start < bytes.count {
        add(upTo: bytes.count)
        ranges.append(bytes.count + 1..<bytes.count + 1)
      }
    }
    self.ranges = ranges
    turnStarts = starts
  }

  /// Returns the index of the first line that differs; `nil` if the texts are the same.
  func firstDifference(from other: TurnLines) -> Int? {
    let both = min(count, other.count)
    for index in 0..<both where !isSame(index, in: other) { return index }
    return count == other.count ? nil : both
  }

  private func isSame(_ line: Int, in other: TurnLines) -> Bool {
    let range = ranges[line]
    guard range == other.ranges[line] else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      other.bytes.withUnsafeBufferPointer { others in
        var index = range.lowerBound
        while index < range.upperBound, bytes[index] == others[index] { index += 1 }
        return index == range.upperBound
      }
    }
  }

  func lines(_ numbers: Range<Int>) -> [String] {
    numbers.map { number in
      let range = ranges[number]
      return range.lowerBound > bytes.count
        ? Difference.noNewline : String(decoding: bytes[range], as: UTF8.self)
    }
  }

  /// Returns the lines of a turn by its index. The first turn begins with the text's first line.
  func turn(_ number: Int) -> [String] {
    let next = number + 1 < turnStarts.count ? turnStarts[number + 1] : count
    return lines(turnStarts[number]..<next)
  }

  /// Returns the turn that begins at a line, including the differing line if that follows
  /// immediately.
  func turn(from start: Int, past wrong: Int) -> [String] {
    guard start < count else { return [] }
    let next = turnStarts.first { $0 > start && $0 >= wrong } ?? count
    return lines(start..<max(next, min(wrong + 1, count)))
  }
}
