import Testing

@testable import Transcripts

struct DifferenceTests {
  private let wanted = """
    @ transcript 1
    bot> Username?
    you> a
    bot! No
    you> b
    bot! No
    you> c
    bot+ Fine
    bot> Password?
    key> pw
    bot! Short
    end> refused exit=1 question=password

    """

  /// What is found when one line comes out as another.
  private func change(_ line: String, with other: String) throws -> Difference {
    try #require(Difference(wanted: wanted, got: wanted.replacing(line + "\n", with: other)))
  }

  @Test func `equal texts don't differ`() {
    #expect(Difference(wanted: wanted, got: wanted) == nil)
    #expect(Difference(wanted: "", got: "") == nil)
  }

  @Test func `the first wrong turn is named with the two good turns before it`() throws {
    let difference = try change("bot+ Fine", with: "bot! Taken\n")
    #expect(difference.line == 8)
    #expect(difference.before == ["you> a", "bot! No", "you> b", "bot! No"])
    #expect(difference.wanted == ["you> c", "bot+ Fine", "bot> Password?"])
    #expect(difference.got == ["you> c", "bot! Taken", "bot> Password?"])
  }

  @Test func `a difference in the opening has nothing before it`() throws {
    let difference = try change("bot> Username?", with: "bot> Name?\n")
    #expect(difference.line == 2)
    #expect(difference.before == [])
    #expect(difference.wanted == ["@ transcript 1", "bot> Username?"])
    #expect(difference.got == ["@ transcript 1", "bot> Name?"])
  }

  @Test func `the opening counts as a turn before`() throws {
    let text = wanted.replacing("you> b\nbot! No", with: "you> b\nbot! Never")
    let difference = try #require(Difference(wanted: wanted, got: text))
    #expect(difference.line == 6)
    #expect(difference.before == ["@ transcript 1", "bot> Username?", "you> a", "bot! No"])
  }

  @Test func `a line too few or too many is a difference`() throws {
    let fewer = try change("bot> Password?", with: "")
    #expect(fewer.line == 9)
    #expect(fewer.wanted == ["you> c", "bot+ Fine", "bot> Password?"])
    #expect(fewer.got.prefix(2) == ["you> c", "bot+ Fine"])
    let more = try change("bot> Password?", with: "bot> Password?\nbot> Really?\n")
    #expect(more.line == 10)
    #expect(more.got == ["you> c", "bot+ Fine", "bot> Password?", "bot> Really?"])
  }

  @Test func `a text that goes on or stops short is a difference`() throws {
    let longer = try #require(Difference(wanted: wanted, got: wanted + "# more\n"))
    #expect(longer.line == 12)
    #expect(longer.got.last == "# more")
    #expect(longer.wanted.last == "end> refused exit=1 question=password")
    let cut = try #require(Difference(wanted: wanted, got: "@ transcript 1\n"))
    #expect(cut.line == 2)
    #expect(cut.got == ["@ transcript 1"])
    let nothing = try #require(Difference(wanted: wanted, got: ""))
    #expect(nothing.line == 1)
    #expect(nothing.got == [])
    #expect(nothing.wanted == ["@ transcript 1", "bot> Username?"])
    let something = try #require(Difference(wanted: "", got: "bot> a\n"))
    #expect(something.line == 1)
    #expect(something.got == ["bot> a"])
  }

  @Test func `a missing last newline is a difference`() throws {
    let difference = try #require(Difference(wanted: wanted, got: String(wanted.dropLast())))
    #expect(difference.got.last == "(no newline)")
  }

  @Test func `texts that only look alike differ`() throws {
    let difference = try #require(Difference(wanted: "bot> \u{E9}\n", got: "bot> e\u{301}\n"))
    #expect(difference.line == 1)
    #expect(Difference(wanted: "a\r\n", got: "a\n") != nil)
  }

  @Test func `two turns before are two, though one has only its answer`() throws {
    let text = "@ transcript 1\nyou> a\nyou> b\nyou> c\nyou> d\nbot> x\n"
    let other = text.replacing("bot> x", with: "bot> y")
    let difference = try #require(Difference(wanted: text, got: other))
    #expect(difference.before == ["you> b", "you> c"])
    #expect(difference.wanted == ["you> d", "bot> x"])
  }
}
