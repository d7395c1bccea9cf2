import Testing

@testable import Transcripts

/// Several consecutive transcripts in one file.
struct ManyScriptsTests {
  static let one = "@ transcript 1\n@ seed 1\nbot> Hi\nend> quit exit=2 question=username\n"

  private func all(_ text: String) throws(TranscriptError) -> [Script] {
    try Script.all(parsing: Array(text.utf8))
  }

  @Test func `a file with one transcript yields that transcript`() throws {
    #expect(try all(Self.one).map(\.texts) == [Script(parsing: Array(Self.one.utf8)).texts])
  }

  @Test
  func
    `the next transcript begins at its first line, and comments before it belong to the earlier one`()
    throws
  {
    let scripts = try all(Self.one + "# after\n\n#!/usr/bin/env signup-bot\n" + Self.one)
    #expect(scripts.count == 2)
    #expect(scripts[0].texts.suffix(2) == ["# after", ""])
    #expect(scripts[1].header.map(\.number) == [7, 8, 9])
    #expect(scripts[1].end?.number == 11)
  }

  @Test func `errors have line numbers of the file`() {
    let broken = Self.one + "# after\n@ transcript 1\nnonsense\n"
    #expect(throws: TranscriptError(line: 7, .unknownSigil)) { try all(broken) }
    #expect(throws: TranscriptError(line: 6, .unknownVersion("2"))) {
      try all(Self.one + "\n@ transcript 2\n")
    }
    #expect(throws: TranscriptError(line: 1, .noVersion)) { try all("") }
  }

  @Test func `a second version before the end and a record after the end are errors`() {
    #expect(throws: TranscriptError(line: 3, .lateSetting("transcript"))) {
      try all("@ transcript 1\nbot> Hi\n@ transcript 1\n")
    }
    #expect(throws: TranscriptError(line: 5, .afterEnd)) { try all(Self.one + "bot> Hi\n") }
  }

  @Test func `parsing a single transcript rejects a second one`() {
    #expect(throws: TranscriptError(line: 5, .afterEnd)) {
      try Script(parsing: Array((Self.one + Self.one).utf8))
    }
  }
}
