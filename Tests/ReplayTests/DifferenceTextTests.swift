import Testing
import Transcripts

@testable import Replay

struct DifferenceTextTests {
  private func lines(_ wanted: String, _ got: String, colour: Bool = false) throws -> [String] {
    try #require(Difference(wanted: wanted + "\n", got: got + "\n")).lines(colour: colour)
  }

  @Test func `the difference is marked below both lines`() throws {
    #expect(
      try lines("bot> one two", "bot> one 2") == [
        " 1 | - bot> one two", "   |            ^^^", "   | + bot> one 2", "   |            ^",
      ])
  }

  @Test func `marks are aligned below wide and combining characters`() throws {
    #expect(
      try lines("漢字x", "漢字yz") == [
        " 1 | - 漢字x", "   |       ^", "   | + 漢字yz", "   |       ^^",
      ])
    #expect(
      try lines("ne\u{301}e", "ne\u{300}e") == [
        " 1 | - ne\u{301}e", "   |    ^", "   | + ne\u{300}e", "   |    ^",
      ])
  }

  @Test func `characters that look alike are escaped`() throws {
    #expect(try lines("a\u{E9}", "ae\u{301}").first == " 1 | - a\\u{E9}")
    #expect(try lines("a b", "a\u{A0}b")[2] == "   | + a\\u{A0}b")
    #expect(try lines("ab", "a\u{200B}b")[1] == "   | + a\\u{200B}b")
    #expect(try lines("a", "a\u{1B}[2J")[1] == "   | + a\\u{1B}[2J")
    #expect(try lines("a b", "a b ").last == "   |      ^")
  }

  @Test func `a completely different line has no marks`() throws {
    #expect(try lines("abc", "xyz") == [" 1 | - abc", "   | + xyz"])
  }

  @Test func `a missing newline is shown`() throws {
    let difference = try #require(Difference(wanted: "a\n", got: "a"))
    #expect(
      difference.lines(colour: false) == [" 1 |   a", "   | + \\ No newline at end of file"])
  }

  @Test func `a long line is cut around the difference, with a note`() throws {
    let left = String(repeating: "x", count: 65_000)
    let right = String(repeating: "z", count: 536)
    let lines = try lines(left + "a" + right, left + "b" + right)
    #expect(
      lines[0] == " 1 | - … " + String(repeating: "x", count: 40) + "a"
        + String(repeating: "z", count: 119) + " … [cut from 65,537 characters]")
    #expect(lines[1] == "   |   " + String(repeating: " ", count: 42) + "^")
    #expect(lines.count == 4)
  }

  @Test func `a turn with very many lines is shortened`() throws {
    let many = (0..<100_000).map { "bot> \($0)" }
    let text = many.joined(separator: "\n")
    #expect(try lines(text, text.replacing("bot>", with: "bot!")).count == 81)
    #expect(try lines(text, text.replacing("bot> 50000", with: "bot! 50000")).count < 60)
  }

  @Test func `colours change nothing but the colours`() throws {
    let plain = MixedRun.report(.text)
    let coloured = MixedRun.report(.text, colour: true)
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(coloured.contains("\u{1B}[1;32m字\u{1B}[0m"))
    #expect(!plain.contains("\u{1B}"))
    for format in ReportFormat.allCases where format != .text {
      #expect(MixedRun.report(format, colour: true) == MixedRun.report(format))
    }
  }
}
