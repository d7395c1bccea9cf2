import Testing
import Text

@Suite struct DisplayWidthTests {
  @Test(arguments: [("abc", 3), ("汉字", 4), ("e\u{301}", 1), ("", 0), ("•✓", 2)])
  func `the width of a text is the width that a terminal draws`(text: String, width: Int) {
    #expect(displayWidth(of: text) == width)
  }

  @Test func `a text is cut between characters`() {
    #expect(prefix(of: "汉字", fitting: 3) == "汉")
    #expect(prefix(of: "ab", fitting: 5) == "ab")
  }
}
