import Conversation
import Testing

@testable import Transcripts

struct ScriptTests {
  private func parse(_ text: String) throws(TranscriptError) -> Script {
    try Script(parsing: text.utf8)
  }

  private let example = """
    #!/usr/bin/env -S signup-bot
    # A slip.
    @ transcript 1
    @ mock-taken octocat

    @ seed 42
    bot> Hi!
    # Before the question.
    bot> Username?
    you> octodog
    bot+ Fine

    bot> Password?
    @ secret password lower:3
    # A class stands before its first use.
    key> password
    bot! Short
    end> refused exit=1 question=password
    # The end.

    """

  @Test func `a transcript consists of a header, a conversation and an end`() throws {
    let script = try parse(example)
    #expect(script.header.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(script.settings.map(\.key) == ["mock-taken", "seed"])
    #expect(script.settings.map(\.value) == ["octocat", "42"])
    #expect(script.settings.map(\.line) == [4, 6])
    #expect(script.settingsEnd == 6)
    #expect(script.secrets == ["password": .lower(3)])
    #expect(script.secretLines.map(\.line) == [14])
    #expect(script.answers.map(\.record) == [.you("octodog"), .key("password")])
    #expect(
      script.end?.record
        == .end(Ending(outcome: "refused", exit: 1, details: "question=password")))
    #expect(script.end?.number == 18 && script.conversationEnd == 17)
    #expect(script.texts.joined(separator: "\n") + "\n" == example)
    #expect(!script.isCutShort)
  }

  @Test func `a version alone is a valid transcript`() throws {
    let script = try parse("@ transcript 1\n")
    #expect(script.lines.count == 1 && script.headerCount == 1)
    #expect(script.end == nil)
    #expect(script.settings.isEmpty)
    #expect(try parse("#!x\n# y\n\n@ transcript 1\n").header.count == 4)
  }

  @Test func `F4 a last line without a newline is parsed`() throws {
    let script = try parse("@ transcript 1\nyou> octodog")
    #expect(script.isCutShort)
    #expect(script.lines.last?.record == .you("octodog"))
  }

  @Test func `F14 a byte order mark before a transcript is ignored`() throws {
    #expect(try parse("\u{FEFF}@ transcript 1\n").texts == ["@ transcript 1"])
    #expect(try parse("\u{FEFF}#!x\n@ transcript 1\n").header[0].record == .shebang("x"))
    #expect(throws: TranscriptError(line: 2, .unknownSigil)) {
      try parse("@ transcript 1\n\u{FEFF}bot> x\n")
    }
  }

  @Test(arguments: [
    ("@ transcript 1", true), ("@ transcript 2", true), ("#!/bin/x", true), ("#!", true),
    ("@ transcrip", false), ("@ seed 1", false), ("# x", false), ("octocat", false), ("", false),
    ("\u{FEFF}@ transcript 1", false),
  ])
  func `the first line of input shows whether it is a transcript`(line: String, isTranscript: Bool)
  {
    #expect(Script.begins(with: Array(line.utf8)) == isTranscript)
  }

  @Test func `F12 an answer of 64 KiB is accepted, and one more byte is rejected`() throws {
    let answer = String(repeating: "a", count: 65_536)
    let script = try parse("@ transcript 1\nyou> \(answer)\n")
    #expect(script.lines[1].record == .you(answer))
    #expect(throws: TranscriptError(line: 2, .tooLong)) {
      try parse("@ transcript 1\nyou> \(answer)a\n")
    }
  }
}
