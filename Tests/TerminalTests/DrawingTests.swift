import Accounts
import Testing

@testable import Terminal

/// Compares the screen after an edit with the expected screen, and with the screen after a complete
/// redraw.
extension TerminalTests {
  @Suite struct DrawingTests {
    private static let clear = "\u{1B}[H\u{1B}[2J"

    /// An edit after which the screen differs from the expected one.
    private struct Difference: CustomStringConvertible {
      let edits: [String]
      let seen: Grid
      let expected: Grid

      var description: String {
        let edits = edits.suffix(25).map(\.debugDescription).joined(separator: ", ")
        return "\(edits):\n\(seen.text)\nfor\n\(expected.text)"
      }
    }

    /// Returns the first edit after which the screen is not as expected, or Ctrl-L changes it;
    /// `nil` if there is none.
    private func difference(
      after edits: [String], columns: Int, verdict: ((String) -> LiveText)? = nil
    ) async throws -> Difference? {
      let editor = try FilmedEditor(prompt: "Username? ", columns: columns, verdict: verdict)
      var difference: Difference?
      await editor.type { type in
        var grid = Grid(columns: columns, rows: 24)
        grid.take("Username? ")
        for (index, edit) in edits.enumerated() where difference == nil {
          // When the second redraw begins, the first one is complete.
          let written = type(edit + "\u{C}\u{C}") { $0.occurrences(of: Self.clear) == 2 }
          let parts = written.split(separator: Self.clear, omittingEmptySubsequences: false)
          func compare(_ expected: Grid) {
            guard grid != expected, difference == nil else { return }
            difference = Difference(
              edits: Array(edits[...index]), seen: grid, expected: expected)
          }
          grid.take(String(parts[0]))
          // The model doesn't include a verdict.
          if verdict == nil { compare(editor.model(columns: columns, rows: 24)) }
          let seen = grid
          grid.take(Self.clear + parts[1])
          compare(seen)
          grid.take(Self.clear + parts[2])
        }
      }
      return difference
    }

    @Test(arguments: [
      (80, ["字字wor", "\u{1}", "x"]),
      (80, ["字" + String(repeating: "x", count: 33) + "a", "\u{1}", "x"]),
      (20, ["字字wor", "\u{1}", "x"]),
    ])
    func `inserting a character before a wide one leaves the cursor in the right place`(
      columns: Int, edits: [String]
    ) async throws {
      #expect(try await difference(after: edits, columns: columns) == nil)
    }

    @Test func `inserting into a line that wraps removes nothing`() async throws {
      let edits = ["longer text here", "\u{1}", "\u{1B}[3~", "d d"]
      #expect(try await difference(after: edits, columns: 20) == nil)
    }

    private static let keys = [
      "\u{1B}[D", "\u{1B}[C", "\u{1}", "\u{5}", "\u{7F}", "\u{7F}", "\u{1B}[3~", "\u{B}", "\u{17}",
      "\u{1B}b", "\u{1B}f", "\u{1B}d", "\u{19}", "\u{1F}", "\u{1F}", "\u{14}", "\u{1B}u", "\u{1B}c",
    ]
    private static let texts = [
      "a", "b", " ", "Z", "9", "漢", "字", "e\u{301}", "😀", "👍🏽", "한", "!", "-", "x", "y", "hello",
      "wor", "d d", "longer text here", "ü", "字字字字字字字",
    ]

    /// Returns random edits. Now and then, the line is cleared.
    private func edits(_ count: Int, seed: UInt64, texts: [String]) -> [String] {
      var random = SplitMix64(seed: seed)
      return (0..<count).map { index in
        if index % 25 == 24 { return "\u{15}" }
        let isKey = Int.random(in: 0..<100, using: &random) < 45
        return (isKey ? Self.keys : texts).randomElement(using: &random)!
      }
    }

    @Test(arguments: [20, 31, 80], [1, 2, 3])
    func `the screen shows the line after any edits`(columns: Int, seed: UInt64) async throws {
      let edits = edits(400, seed: seed, texts: Self.texts)
      let difference = try await difference(after: edits, columns: columns)
      #expect(difference == nil)
    }

    @Test(arguments: [true, false], ["用户名可以用", "name is free"])
    func `the screen shows the line next to a verdict after any edits`(
      mayOutlast: Bool, words: String
    ) async throws {
      let edits = edits(400, seed: 7, texts: Self.texts)
      let difference = try await difference(after: edits, columns: 60) { text in
        let isEven = text.unicodeScalars.count % 2 == 0
        return LiveText(isEven ? "✓ \(words)" : "✗ 不\(words)", mayOutlast: mayOutlast)
      }
      #expect(difference == nil)
    }
  }
}

extension String {
  fileprivate func occurrences(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
