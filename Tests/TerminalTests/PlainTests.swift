import Testing

@testable import Terminal

/// A plain terminal shows what is written, and nothing is written over: a screen reader has read it.
extension TerminalTests {
  @Suite struct PlainTests {
    /// What each of the keys writes.
    private func written(_ keys: [String], columns: Int = 80) async throws -> [String] {
      let editor = try FilmedEditor(prompt: "Name? ", columns: columns, isPlain: true)
      var written: [String] = []
      await editor.type { type in
        for key in keys { written.append(type(key) { !$0.isEmpty }) }
      }
      return written
    }

    @Test func `what comes to the end of a line is written and no more`() async throws {
      #expect(
        try await written(["o", "ct", "漢é", "\u{1}", "\u{5}"]) == [
          "o", "ct", "漢é", String(repeating: "\u{8}", count: 6), "oct漢é",
        ])
    }

    @Test func `what goes from the end of a line is blanked and no more`() async throws {
      let blanked = "\u{8} \u{8}"
      #expect(
        try await written(["octo 漢", "\u{7F}", "\u{7F}", "\u{17}"]) == [
          "octo 漢", "\u{8}\u{8}  \u{8}\u{8}", blanked,
          "\u{8}\u{8}\u{8}\u{8}    \u{8}\u{8}\u{8}\u{8}",
        ])
    }

    @Test func `any other change writes the line below`() async throws {
      #expect(
        try await written(["oct", "\u{1B}[D", "x", "\u{1}", "\u{1B}[3~"]) == [
          "oct", "\u{8}", "\nName? ocxt\u{8}", "\u{8}\u{8}\u{8}", "\nName? cxt\u{8}\u{8}\u{8}",
        ])
    }

    @Test func `a line that wrapped and is killed leaves no empty row`() async throws {
      let line = "abcdefghijklmnopqrst"
      #expect(try await written([line, "\u{15}", "b"], columns: 20) == [line, "\nName? ", "b"])
      #expect(
        try await written([line, "\u{1}", "x"], columns: 20)
          == [line, "\nName? ", "\n\nName? x"])
    }
  }
}
