import Transcripts

extension Difference {
  /// Returns the difference as lines that are safe for a terminal: the matching turns before it,
  /// then the wanted (`-`) and actual (`+`) lines, with `^` below the differing parts. Matching and
  /// wanted lines have line numbers.
  ///
  /// Returns at most some hundred lines, however long the turns are.
  package func lines(colour: Bool) -> [String] {
    var rows = DifferenceRows(self, Ink(hasColour: colour))
    return rows.all()
  }
}

private struct DifferenceRows {
  private static let longestLead = 40
  private static let mostWrong = 20
  private static let longestTail = 5

  private let difference: Difference
  private let ink: Ink
  private let digits: Int
  private var rows: [String] = []

  init(_ difference: Difference, _ ink: Ink) {
    self.difference = difference
    self.ink = ink
    let lines = difference.before.count + difference.wanted.count
    digits = String(difference.firstLine + lines).utf8.count
  }

  mutating func all() -> [String] {
    let good = difference.before + difference.wanted.prefix(difference.same)
    let left = difference.wanted.dropFirst(difference.same)
    let right = difference.got.dropFirst(difference.same)
    let end = zip(left.reversed(), right.reversed())
      .prefix { $0.utf8.elementsEqual($1.utf8) }.count
    lead(good)
    wrong(
      Array(left.dropLast(end)), Array(right.dropLast(end)),
      from: difference.firstLine + good.count)
    tail(
      Array(left.suffix(end)), from: difference.firstLine + good.count + left.count - end)
    if difference.following > 0 {
      let verb = difference.following == 1 ? "follows" : "follow"
      note("and \(difference.following.of("more turn")) \(verb)")
    }
    return rows
  }

  private mutating func lead(_ lines: [String]) {
    let cut = max(lines.count - Self.longestLead, 0)
    if cut > 0 { note("\(cut.of("good line")) before these") }
    for (index, line) in lines.enumerated().dropFirst(cut) {
      plain(line, number: difference.firstLine + index)
    }
  }

  /// Adds the differing lines, alternating between wanted and actual lines.
  private mutating func wrong(_ wanted: [String], _ got: [String], from first: Int) {
    let count = max(wanted.count, got.count)
    for index in 0..<min(count, Self.mostWrong) {
      let left = index < wanted.count ? wanted[index] : nil
      let right = index < got.count ? got[index] : nil
      if let left, let right {
        let (left, right) = MarkedLine.pair(wanted: left, got: right)
        self.wanted(left, number: number(first + index, wanted[index]))
        self.got(right)
      } else if let left {
        self.wanted(MarkedLine(left), number: number(first + index, left))
      } else if let right {
        self.got(MarkedLine(right))
      }
    }
    if count > Self.mostWrong { note("and \((count - Self.mostWrong).of("more line"))") }
  }

  private mutating func tail(_ lines: [String], from first: Int) {
    for (index, line) in lines.prefix(Self.longestTail).enumerated() {
      plain(line, number: first + index)
    }
    let cut = lines.count - Self.longestTail
    if cut > 0 { note("and \(cut.of("more line")) of this turn, as wanted") }
  }

  /// The marker for a missing newline is not a line of the file.
  private func number(_ number: Int, _ line: String) -> Int? {
    line == Difference.noNewline ? nil : number
  }

  private mutating func plain(_ line: String, number: Int) {
    let text = MarkedLine(line)
    add(self.number(number, line), text.lead.isEmpty ? "" : "  " + text.lead + text.tail)
  }

  private mutating func wanted(_ line: MarkedLine, number: Int?) {
    add(
      number, ink(.wanted, "- " + line.lead) + ink(.wantedMark, line.mark) + ink(.wanted, line.tail)
    )
    if let marker = line.marker { add(nil, ink(.wanted, "  " + marker)) }
  }

  private mutating func got(_ line: MarkedLine) {
    add(nil, ink(.got, "+ " + line.lead) + ink(.gotMark, line.mark) + ink(.got, line.tail))
    if let marker = line.marker { add(nil, ink(.got, "  " + marker)) }
  }

  private mutating func note(_ text: String) {
    rows.append(ink(.gutter, String(repeating: " ", count: digits + 3) + "… " + text))
  }

  private mutating func add(_ number: Int?, _ text: String) {
    let label = number.map { String($0) } ?? ""
    let space = String(repeating: " ", count: digits + 1 - label.utf8.count)
    rows.append(ink(.gutter, space + label + " |") + (text.isEmpty ? "" : " " + text))
  }
}
