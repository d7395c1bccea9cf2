import Testing
import Text

@Suite struct FoldingTests {
  @Test(arguments: [
    ("one two three", 13, "one two three"), ("one two three", 12, "one two\nthree"),
    ("one two three", 7, "one two\nthree"), ("one two three", 5, "one\ntwo\nthree"),
    ("unbreakable it is", 6, "unbreakable\nit is"), ("a  b", 2, "a \nb"), ("", 5, ""),
    ("输入 /帮助 查看其他命令。", 9, "输入 /帮助 查看其他命令。"),
    ("\u{1B}[31m✗ too long\u{1B}[0m", 10, "\u{1B}[31m✗ too long\u{1B}[0m"),
    ("\u{1B}[31m✗ too long\u{1B}[0m", 9, "\u{1B}[31m✗ too\nlong\u{1B}[0m"),
  ])
  func `a row breaks between two words`(text: String, columns: Int, lines: String) {
    #expect(folded(text, columns: columns) == lines)
  }
}
