import Testing

@testable import Terminal

@Suite struct EditFunctionTests {
  @Test func `a secret counts as one word`() {
    for (function, other) in [
      (EditFunction.wordLeft, EditFunction.start), (.wordRight, .end),
      (.deleteWordBackward, .killToStart), (.deleteWordForward, .killToEnd), (.yank, .yank),
    ] {
      #expect(function.asOneWord == other)
    }
  }

  @Test func `nothing is killed if there is no word left`() {
    #expect(EditFunction.deleteWordBackward.isIdle(at: 0, of: 3))
    #expect(EditFunction.deleteWordForward.isIdle(at: 3, of: 3))
    #expect(!EditFunction.deleteWordForward.isIdle(at: 2, of: 3))
  }

  @Test func `a function's code is not a printable character`() {
    for function in EditFunction.allCases { #expect((0x80..<0xA0).contains(function.code)) }
  }
}
