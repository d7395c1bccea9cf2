import Testing

@testable import Terminal

@Suite struct PasteTests {
  private func text(_ keys: [Key]) -> (taken: [Key], dropped: Bool) {
    var paste = Paste()
    var taken: [Key] = []
    for key in keys {
      if case .text(let key) = paste.judge(key) { taken.append(key) }
    }
    return (taken, paste.dropped)
  }

  @Test func `F18 only the first line of a paste is used`() {
    let keys: [Key] = [
      .pasteBegin, .character("a"), .control(0x0D), .character("b"), .control(0x0D), .pasteEnd,
    ]
    #expect(text(keys) == ([.character("a")], true))
  }

  @Test func `a line end at the end of a paste drops nothing`() {
    #expect(
      text([.pasteBegin, .character("a"), .control(0x0A), .pasteEnd]) == ([.character("a")], false))
  }

  @Test func `a tab in a paste is text`() {
    #expect(text([.pasteBegin, .control(9), .pasteEnd]) == ([.control(9)], false))
  }

  @Test func `outside a paste, a key is a key`() {
    var paste = Paste()
    #expect(paste.judge(.control(0x0D)) == .key(.control(0x0D)))
  }
}
