import Accounts
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

  /// The difference when one line is replaced.
  private func change(_ line: String, with other: String) throws -> Difference {
    try #require(Difference(wanted: wanted, got: wanted.replacing(line + "\n", with: other)))
  }

  @Test func `equal texts don't differ`() {
    #expect(Difference(wanted: wanted, got: wanted) == nil)
    #expect(Difference(wanted: "", got: "") == nil)
  }

  @Test func `the first differing turn is reported with the two matching turns before it`() throws {
    let difference = try change("bot+ Fine", with: "bot! Taken\n")
    #expect(difference.line == 8)
    #expect(difference.before == ["you> a", "bot! No", "you> b", "bot! No"])
    #expect(difference.wanted == ["you> c", "bot+ Fine", "bot> Password?"])
    #expect(difference.got == ["you> c", "bot! Taken", "bot> Password?"])
    #expect(difference.firstLine == 3)
    #expect(difference.same == 1)
    #expect(difference.following == 1)
  }

  @Test func `a difference in the opening has nothing before it`() throws {
    let difference = try change("bot> Username?", with: "bot> Name?\n")
    #expect(difference.line == 2)
    #expect(difference.before == [])
    #expect(difference.wanted == ["@ transcript 1", "bot> Username?"])
    #expect(difference.got == ["@ transcript 1", "bot> Name?"])
  }

  @Test func `the opening counts as one of the two turns before`() throws {
    let text = wanted.replacing("you> b\nbot! No", with: "you> b\nbot! Never")
    let difference = try #require(Difference(wanted: wanted, got: text))
    #expect(difference.line == 6)
    #expect(difference.before == ["@ transcript 1", "bot> Username?", "you> a", "bot! No"])
  }

  @Test func `a missing or an extra line is a difference`() throws {
    let fewer = try change("bot> Password?", with: "")
    #expect(fewer.line == 9)
    #expect(fewer.wanted == ["you> c", "bot+ Fine", "bot> Password?"])
    #expect(fewer.got.prefix(2) == ["you> c", "bot+ Fine"])
    let more = try change("bot> Password?", with: "bot> Password?\nbot> Really?\n")
    #expect(more.line == 10)
    #expect(more.got == ["you> c", "bot+ Fine", "bot> Password?", "bot> Really?"])
  }

  @Test func `a text that is longer or shorter is a difference`() throws {
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

  @Test func `a missing newline at the end is a difference`() throws {
    let difference = try #require(Difference(wanted: wanted, got: String(wanted.dropLast())))
    #expect(difference.got.last == Difference.noNewline)
    #expect(difference.line == 12)
    let other = try #require(Difference(wanted: String(wanted.dropLast()), got: wanted))
    #expect(other.wanted.last == Difference.noNewline)
    #expect(other.line == 13)
  }

  @Test func `texts that look the same but have different bytes differ`() throws {
    let difference = try #require(Difference(wanted: "bot> \u{E9}\n", got: "bot> e\u{301}\n"))
    #expect(difference.line == 1)
    #expect(Difference(wanted: "a\r\n", got: "a\n") != nil)
  }

  @Test func `a turn that consists only of an answer counts as one of the two turns before`() throws
  {
    let text = "@ transcript 1\nyou> a\nyou> b\nyou> c\nyou> d\nbot> x\n"
    let other = text.replacing("bot> x", with: "bot> y")
    let difference = try #require(Difference(wanted: text, got: other))
    #expect(difference.before == ["you> b", "you> c"])
    #expect(difference.wanted == ["you> d", "bot> x"])
  }

  @Test func `a different answer belongs to the differing turn`() throws {
    let difference = try change("you> c", with: "you> x\n")
    #expect(difference.line == 7)
    #expect(difference.before == ["you> a", "bot! No", "you> b", "bot! No"])
    #expect(difference.wanted == ["you> c", "bot+ Fine", "bot> Password?"])
    #expect(difference.got == ["you> x", "bot+ Fine", "bot> Password?"])
    #expect(difference.same == 0)
  }

  @Test func `an extra answer is reported with the turn before it`() throws {
    let text = wanted.replacing("end>", with: "you> more\nbot> Yes?\nend>")
    let difference = try #require(Difference(wanted: text, got: wanted))
    #expect(difference.line == 12)
    #expect(difference.wanted == ["key> pw", "bot! Short", "you> more"])
    #expect(difference.got == ["key> pw", "bot! Short", "end> refused exit=1 question=password"])
    #expect(difference.same == 2)
    #expect(difference.following == 1)
  }

  @Test func `a missing end is a difference`() throws {
    let cut = wanted.replacing("end> refused exit=1 question=password\n", with: "")
    let difference = try #require(Difference(wanted: cut, got: wanted))
    #expect(difference.line == 11)
    #expect(difference.wanted == ["key> pw", "bot! Short"])
    #expect(difference.got.last == "end> refused exit=1 question=password")
    #expect(difference.following == 0)
  }

  @Test
  func `each transcript in a file has an opening, preceded by turns of the previous transcript`()
    throws
  {
    let text = wanted + "# And another.\n" + wanted
    let other = wanted + "# And another.\n" + wanted.replacing("Username?", with: "Name?")
    let difference = try #require(Difference(wanted: text, got: other))
    #expect(difference.line == 15)
    #expect(difference.firstLine == 7)
    #expect(difference.before.first == "you> c")
    #expect(difference.before.last == "# And another.")
    #expect(difference.wanted == ["@ transcript 1", "bot> Username?"])
    #expect(difference.following == 4)
  }

  @Test func `lines before the version belong to the opening`() throws {
    let text = "#!/usr/bin/env -S signup-bot\n# Words.\n" + wanted
    let difference = try #require(
      Difference(wanted: text, got: text.replacing("bot> U", with: "u")))
    #expect(difference.before == [])
    #expect(difference.firstLine == 1)
    #expect(difference.wanted.first == "#!/usr/bin/env -S signup-bot")
  }

  @Test func `a random change is reported at its position`() throws {
    var random = SplitMix64(seed: 7)
    let lines = [
      "you> a", "key> b", "bot> c", "bot! d", "# e", "", "end> x exit=0", "@ transcript 1",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        lines.randomElement(using: &random)!
      }
      let index = text.indices.randomElement(using: &random)!
      var other = text
      if Bool.random(using: &random) {
        other[index] = "bot~ z"
      } else {
        other.insert("z", at: index)
      }
      let difference = try #require(
        Difference(
          wanted: text.joined(separator: "\n") + "\n", got: other.joined(separator: "\n") + "\n"))
      #expect(difference.line == index + 1)
      let first = difference.firstLine - 1
      let turn = first + difference.before.count
      #expect(difference.before == Array(text[first..<turn]))
      #expect(difference.wanted == Array(text[turn...].prefix(difference.wanted.count)))
      #expect(difference.got == Array(other[turn...].prefix(difference.got.count)))
      #expect(difference.line - 1 - turn == difference.same)
      #expect(difference.wanted.count > difference.same)
      #expect(difference.got.count > difference.same)
      #expect((0...text.count).contains(difference.following))
    }
  }

  @Test(.timeLimit(.minutes(10))) func `a text of 16 MiB and a long line can be compared`()
    throws
  {
    let turn = "you> somebody\nbot! Username already taken\n"
    let text = "@ transcript 1\n" + String(repeating: turn, count: 16 << 20 / turn.utf8.count)
    let difference = try #require(Difference(wanted: text, got: text + "end> quit exit=2\n"))
    #expect(difference.wanted == ["you> somebody", "bot! Username already taken"])
    let line = String(repeating: "x", count: 1 << 20)
    #expect(Difference(wanted: line + "a", got: line + "b")?.line == 1)
  }
}
