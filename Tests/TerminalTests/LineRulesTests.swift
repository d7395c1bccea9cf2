import Testing
import Text

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

@Suite struct CommandTests {
  @Test(
    arguments: [
      (.character("a"), .insert), (.invalid(0xFF), .insert), (.control(0), .insert),
      (.control(0x0A), .enter), (.control(0x0D), .enter), (.control(0x7F), .deleteBackward),
      (.backTab, .back), (.delete, .deleteForward), (.control(0x16), .beep),
      (.control(0x18), .beep), (.meta(0x2E), .beep), (.escape, .ignore),
    ] as [(Key, EditCommand)])
  func `a key has the same meaning at every question`(key: Key, command: EditCommand) {
    #expect(EditCommand(key, isSecret: false) == command)
    #expect(EditCommand(key, isSecret: true) == command)
  }

  @Test(
    arguments: [
      (.control(9), .complete, .beep), (.up, .older, .beep), (.control(0x0E), .newer, .beep),
      (.control(0x12), .beep, .show), (.control(0x14), .run(.transpose), .beep),
      (.meta(0x75), .run(.upperCase), .beep), (.control(0x19), .run(.yank), .beep),
      (.control(0x1F), .undo, .beep),
    ] as [(Key, EditCommand, EditCommand)])
  func `a secret has no history, completion, case changes, yank or undo`(
    key: Key, ordinary: EditCommand, secret: EditCommand
  ) {
    #expect(EditCommand(key, isSecret: false) == ordinary)
    #expect(EditCommand(key, isSecret: true) == secret)
  }
}

@Suite struct EditFunctionTests {
  @Test func `a secret counts as one word`() {
    for (function, other) in [
      (EditFunction.wordLeft, EditFunction.start), (.wordRight, .end),
      (.deleteWordBackward, .killToStart), (.deleteWordForward, .killToEnd), (.yank, .yank),
    ] {
      #expect(function.asOneWord(isAtStart: false, isAtEnd: false) == other)
    }
  }

  @Test func `nothing is killed if there is no word left`() {
    #expect(EditFunction.deleteWordBackward.asOneWord(isAtStart: true, isAtEnd: false) == nil)
    #expect(EditFunction.deleteWordForward.asOneWord(isAtStart: false, isAtEnd: true) == nil)
  }

  @Test func `a function's code is not a printable character`() {
    for function in EditFunction.allCases { #expect((0x80..<0xA0).contains(function.code)) }
  }
}

@Suite struct CompletionTests {
  private let words = ["/back", "/edit username", "/edit password", "/返回"]

  @Test(
    arguments: [
      ("/b", .insert("ack")), ("/e", .insert("dit ")), ("/edit u", .insert("sername")),
      ("/back", .none), ("x", .none), ("", .insert("/")), ("/返", .insert("回")),
      ("/edit ", .list(["/edit username", "/edit password"])),
    ] as [(String, Completion)])
  func `tab completes as far as it is unambiguous`(typed: String, result: Completion) {
    #expect(Completion(of: typed, among: words) == result)
  }

  @Test func `no line of a completion list is wider than the terminal`() {
    let table = Completion.table(words, width: 20)
    for line in table.split(separator: "\n") { #expect(displayWidth(of: line) < 20) }
    #expect(Completion.table(["a", "b"], width: 80) == "a  b\n")
  }
}

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

@Suite struct LayoutTests {
  private func place(_ widths: [Int], width: Int) -> [Int] {
    var layout = Layout(width: width)
    for columns in widths { layout.advance(columns) }
    return [layout.row, layout.column]
  }

  @Test func `text wraps at the edge`() {
    #expect(place([1, 1, 1], width: 4) == [0, 3])
    #expect(place([1, 1, 1, 1], width: 4) == [1, 0])
  }

  @Test func `a wide character does not extend past the edge`() {
    #expect(place([1, 1, 1, 2], width: 4) == [1, 2])
    #expect(place([2, 2], width: 4) == [1, 0])
  }

  @Test(arguments: [0, 1, -5])
  func `F43 an impossible width is treated as 80`(width: Int) {
    #expect(Layout(width: width).width == 80)
  }
}

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
