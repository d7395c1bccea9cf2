import Testing

@testable import Terminal

/// On a plain terminal, nothing is overwritten, because a screen reader has already read it.
extension TerminalTests {
  @Suite struct PlainTests {
    /// Returns the output of each key.
    private func written(_ keys: [String], columns: Int = 80) async throws -> [String] {
      let editor = try FilmedEditor(prompt: "Name? ", columns: columns, isPlain: true)
      var written: [String] = []
      await editor.type { type in
        for key in keys { written.append(type(key) { !$0.isEmpty }) }
      }
      return written
    }

    @Test func `text at the end of a line is written, and nothing else`() async throws {
      #expect(
        try await written(["o", "ct", "漢é", "\u{1}", "\u{5}"]) == [
          "o", "ct", "漢é", String(repeating: "\u{8}", count: 6), "oct漢é",
        ])
    }

    @Test func `text deleted at the end of a line is blanked, and nothing else`() async throws {
      let blanked = "\u{8} \u{8}"
      #expect(
        try await written(["octo 漢", "\u{7F}", "\u{7F}", "\u{17}"]) == [
          "octo 漢", "\u{8}\u{8}  \u{8}\u{8}", blanked,
          "\u{8}\u{8}\u{8}\u{8}    \u{8}\u{8}\u{8}\u{8}",
        ])
    }

    @Test func `any other change writes the line anew below`() async throws {
      #expect(
        try await written(["oct", "\u{1B}[D", "x", "\u{1}", "\u{1B}[3~"]) == [
          "oct", "\u{8}", "\nName? ocxt\u{8}", "\u{8}\u{8}\u{8}", "\nName? cxt\u{8}\u{8}\u{8}",
        ])
    }

    @Test func `killing a wrapped line leaves no empty row`() async throws {
      let line = "abcdefghijklmnopqrst"
      #expect(try await written([line, "\u{15}", "b"], columns: 20) == [line, "\nName? ", "b"])
      #expect(
        try await written([line, "\u{1}", "x"], columns: 20)
          == [line, "\nName? ", "\n\nName? x"])
    }
  }
}
