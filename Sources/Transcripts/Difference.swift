import Accounts

/// The first turn in which two transcripts differ, with the two good turns before it.
package struct Difference: Equatable, Sendable {
  /// The line of the wanted text, counted from 1.
  package let line: Int
  /// The two turns before, as both have them.
  package let before: [String]
  /// The turn as it is in each, from its answer to its last line.
  package let wanted: [String]
  package let got: [String]

  /// Nil when the texts are the same, byte for byte.
  package init?(wanted: String, got: String) {
    guard !wanted.hasSameBytes(as: got) else { return nil }
    let wantedLines = Self.lines(wanted)
    let gotLines = Self.lines(got)
    let same = zip(wantedLines, gotLines).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    line = min(same + 1, max(wantedLines.count, 1))
    let start = wantedLines[..<same].lastIndex(where: Self.isInput) ?? 0
    var context = start
    for _ in 0..<2 where context > 0 {
      context = wantedLines[..<context].lastIndex(where: Self.isInput) ?? 0
    }
    before = Array(wantedLines[context..<start])
    self.wanted = Self.turn(wantedLines, from: start, past: same)
    self.got = Self.turn(gotLines, from: start, past: same)
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() } else { lines.append("(no newline)") }
    return lines
  }

  private static func isInput(_ line: String) -> Bool {
    line.hasPrefix("you>") || line.hasPrefix("key>")
  }

  private static func turn(_ lines: [String], from start: Int, past same: Int) -> [String] {
    guard start < lines.count else { return [] }
    let end = lines.indices.first { $0 > same && isInput(lines[$0]) } ?? lines.count
    return Array(lines[start..<max(end, min(same + 1, lines.count))])
  }
}
