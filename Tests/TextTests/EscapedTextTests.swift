import Testing
import Text

@Suite struct EscapedTextTests {
  @Test(arguments: [
    ("plain 漢字 é 👩‍👩‍👧", "plain 漢字 é 👩‍👩‍👧"),
    ("\u{1B}[31m", "\\u{1B}[31m"), ("\u{9B}2J", "\\u{9B}2J"),
    ("a\r\nb\t\u{7F}", "a\\u{D}\\u{A}b\\u{9}\\u{7F}"),
    ("\u{202E}x\u{2066}\u{200F}\u{61C}", "\\u{202E}x\\u{2066}\\u{200F}\\u{61C}"),
    ("\u{2028}\u{2029}\u{0}", "\\u{2028}\\u{2029}\\u{0}"),
  ])
  func `F16 terminal control characters are shown and have no effect`(text: String, escaped: String)
  {
    #expect(escapingControls(text) == escaped)
  }
}
