import Accounts
import Testing
import Text

struct TextCountTests {
  private func count(_ text: String, _ unit: Policy.Unit) -> Int {
    text.withUTF8Text { $0.count(unit) }
  }

  @Test(arguments: [
    ("", 0, 0, 0), ("a", 1, 1, 1), ("👨‍👩‍👧‍👦", 1, 7, 25), ("\u{E9}", 1, 1, 2), ("e\u{301}", 1, 2, 3),
    ("\r\n", 1, 2, 2), ("\n\r", 2, 2, 2), ("\r\r\n\n", 3, 4, 4), ("🇩🇪🇫🇷", 2, 4, 16), ("🇩🇪🇫", 2, 3, 12),
    ("👍🏽", 1, 2, 8), ("\u{1100}\u{1161}\u{11A8}", 1, 3, 9), ("क्षि", 1, 4, 12), ("\u{301}", 1, 1, 2),
    ("字\u{FE00}", 1, 2, 6), ("#️⃣", 1, 3, 7), ("\u{10FFFF}", 1, 1, 4),
  ])
  func `F31 a text's characters, code points and bytes`(
    text: String, characters: Int, codePoints: Int, bytes: Int
  ) {
    #expect(count(text, .characters) == characters)
    #expect(count(text, .codePoints) == codePoints)
    #expect(count(text, .bytes) == bytes)
    #expect(text.count == characters, "the table must agree with Swift")
  }

  @Test func `F31 random text is counted the same as String counts it`() {
    let pieces: [Unicode.Scalar] = [
      "a", " ", "\r", "\n", "\0", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{301}", "\u{E9}", "👨", "👩",
      "🏽",
      "❤", "🇩", "🇪", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "क", "\u{94D}", "ष", "\u{903}",
      "字",
      "\u{600}", "\u{E0061}", "\u{E007F}", "\u{200C}", "\u{FEFF}", "\u{85}", "ก", "\u{E33}",
    ]
    var random = SplitMix64(seed: 31)
    for _ in 0..<20_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        scalars.append(pieces.randomElement(using: &random)!)
      }
      let text = String(scalars)
      #expect(count(text, .characters) == text.count, "\(scalars.map(\.value))")
      #expect(count(text, .codePoints) == scalars.count)
      #expect(count(text, .bytes) == text.utf8.count)
    }
  }

  @Test func `a view is read as scalars, and knows whether it is ASCII`() {
    #expect("aé字👍".withUTF8Text { Array($0) } == ["a", "é", "字", "👍"])
    #expect("plain\u{7F}".withUTF8Text { $0.isASCII })
    #expect("".withUTF8Text { $0.isASCII })
    #expect(!"plain\u{80}".withUTF8Text { $0.isASCII })
  }
}
