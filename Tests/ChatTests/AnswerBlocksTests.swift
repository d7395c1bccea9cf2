import Glibc
import Testing

@testable import Chat

/// Lines of one person after the other. What is left of one person's is never the next one's.
struct AnswerBlocksTests {
  /// What each person's conversation gets when it takes so many lines and then ends.
  private func people(
    _ text: String, taking count: Int, signedUp: Bool
  ) throws -> (lines: [[Found]], skipped: [AnswerBlocks.Skipped?]) {
    let pipe = try Pipe()
    pipe.feed([Array(text.utf8)])
    defer { close(pipe.reading) }
    let blocks = AnswerBlocks(LineReader(descriptor: pipe.reading, name: "stdin"))
    var lines: [[Found]] = []
    var skipped: [AnswerBlocks.Skipped?] = []
    while try blocks.begin() {
      var person: [Found] = []
      while person.count < count, person.last != .end, person.last != .tooLong {
        person.append(Found(try blocks.next()))
      }
      lines.append(person)
      skipped.append(try blocks.finish(signedUp: signedUp))
    }
    return (lines, skipped)
  }

  @Test func `empty lines stand between people, however many, and before and after them`() throws {
    let found = try people("\n\na\nb\n\n\n\nc\nd\n\n", taking: 2, signedUp: true)
    #expect(found.lines == [[.line("a"), .line("b")], [.line("c"), .line("d")]])
    #expect(found.skipped == [nil, nil])
  }

  @Test func `no person is none, and no lines are none`() throws {
    #expect(try people("", taking: 2, signedUp: true).lines.isEmpty)
    #expect(try people("\n\r\n", taking: 2, signedUp: true).lines.isEmpty)
  }

  @Test func `an empty line ends a person's lines, again and again`() throws {
    let found = try people("a\n\nc\nd\n", taking: 3, signedUp: false)
    #expect(found.lines == [[.line("a"), .end], [.line("c"), .line("d"), .end]])
  }

  @Test func `behind a sign-up the next person needs no empty line`() throws {
    let found = try people("a\nb\nc\nd\n", taking: 2, signedUp: true)
    #expect(found.lines == [[.line("a"), .line("b")], [.line("c"), .line("d")]])
    #expect(found.skipped == [nil, nil])
  }

  @Test func `but not once an empty line has stood between people`() throws {
    let found = try people("a\nb\n\nc\nd\nextra\n\ne\nf\n", taking: 2, signedUp: true)
    #expect(found.lines.map(\.first) == [.line("a"), .line("c"), .line("e")])
    #expect(found.skipped == [nil, .init(first: 6, count: 1), nil])
  }

  @Test func `behind any other end, lines are passed over up to an empty one`() throws {
    let found = try people("a\nsecret\nsecret\n\nb\nsecret\n", taking: 1, signedUp: false)
    #expect(found.lines == [[.line("a")], [.line("b")]])
    #expect(found.skipped == [.init(first: 2, count: 2), .init(first: 6, count: 1)])
    let dense = try people("a\nsecret\nb\nsecret\n", taking: 1, signedUp: false)
    #expect(dense.lines == [[.line("a")]])
    #expect(dense.skipped == [.init(first: 2, count: 3)])
  }

  @Test func `a line that is too long is passed over, wherever it stands`() throws {
    let long = String(repeating: "x", count: 300_000)
    let found = try people("a\n\(long)\nb\n\(long)\n\nc\nd\n", taking: 2, signedUp: false)
    #expect(found.lines == [[.line("a"), .tooLong], [.line("c"), .line("d")]])
    #expect(found.skipped == [.init(first: 3, count: 2), nil])
    #expect(
      try people("\(long)\n\nc\n", taking: 1, signedUp: false).lines == [[.tooLong], [.line("c")]])
  }
}
