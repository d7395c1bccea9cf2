import Testing

@testable import Terminal

@Suite struct HistoryTests {
  @Test func `up and down go through the answers and back to the typed text`() {
    var history = History()
    history.add("one")
    history.add("two")
    history.add("two")
    history.add("")
    history.begin()
    #expect(history.older(than: "half") == "two")
    #expect(history.older(than: "two") == "one")
    #expect(history.older(than: "one") == nil)
    #expect(history.newer() == "two")
    #expect(history.newer() == "half")
    #expect(history.newer() == nil)
  }

  @Test func `two spellings of one character are different answers`() {
    var history = History()
    history.add("é")
    history.add("e\u{301}")
    history.begin()
    #expect(history.older(than: "") == "e\u{301}")
    #expect(history.older(than: "").map { Array($0.utf8) } == [0xC3, 0xA9])
  }
}
