import Testing

@testable import Transcripts

/// A first line of `#!…` identifies a transcript just as `@ transcript 1` does.
struct ShebangTests {
  @Test func `the version may be omitted after a first line of #!`() throws {
    let script = try Script(parsing: "#!x\n# why\n@ seed 42\nbot> a\nyou> b\n".utf8)
    #expect(script.settings.map(\.key) == ["seed"])
    #expect(script.header.count == 3 && script.answers.count == 1)
    let bare = try Script(parsing: "#!x\n".utf8)
    #expect(bare.settingsEnd == 1, "further settings go after the first line")
  }

  @Test(
    arguments: [
      ("@ transcript 1\n@ seed 1\n", true), ("#!x\n# a\n\n@ transcript 1\n", true),
      ("#!/usr/bin/env -S signup-bot\n@ seed 1\n", true), ("@ transcript 1", true),
      ("#!/bin/sh\necho a\n", false), ("#!/bin/sh\n", false), ("", false), ("a\n", false),
      ("# a\n@ transcript 1\n", false), ("@ transcript\n", false), ("\0\u{1}\u{2}", false),
    ])
  func `the first lines of a file show whether it is a transcript`(text: String, isOne: Bool) {
    #expect(Script.isBegun(by: Array(text.utf8)) == isOne)
  }

  @Test func `in a stream, the next transcript begins at its #!`() throws {
    let text = ManyScriptsTests.one + "#!x\n@ seed 2\nbot> Hi\nend> quit exit=2 question=username\n"
    let scripts = try Script.all(parsing: Array(text.utf8))
    #expect(scripts.map(\.firstLine) == [1, 5])
    #expect(scripts[1].settings.map(\.value) == ["2"])
  }
}
