import Secrets
import Testing
import Text

@testable import Terminal

/// The line that results from typing a text at its end.
private func type(_ text: String, _ book: CodeBook) -> [Code] { Intake.codes(for: text, in: book) }

private func drawn(_ line: [Code], _ book: CodeBook) -> String {
  book.drawing(of: line)
}

private func columns(_ line: [Code]) -> [Int?] {
  line.map { displayWidth(of: Unicode.Scalar(UInt32($0))!) }
}

@Suite struct CodeBookTests {
  @Test(arguments: ["hunter2", "héß漢", "e\u{301}\u{323}x", "👩‍👩‍👧é", "\u{301}", "🇩🇪", "a\u{202E}b"])
  func `a secret is returned byte for byte`(text: String) {
    let book = CodeBook(dot: "•")
    #expect(book.secret(of: type(text, book)).isEqual(to: text))
  }

  @Test(arguments: [
    ("hunter2", 7), ("e\u{301}\u{323}x", 2), ("👩‍👩‍👧", 1), ("🇩🇪🇫🇷", 2), ("한", 1), ("漢字", 2),
  ])
  func `a secret has one dot for each character`(text: String, dots: Int) {
    let book = CodeBook(dot: "•")
    let line = type(text, book)
    #expect(drawn(line, book) == String(repeating: "•", count: dots))
    #expect(columns(line).allSatisfy { $0 == 1 })
  }

  @Test func `F51 the codes of a secret in libedit reveal only their order`() {
    let book = CodeBook(dot: "•")
    #expect(type("aab漢", book) == [0xF0000, 0xF0001, 0xF0002, 0xF0003])
  }

  @Test func `a shown secret is as wide as it looks`() {
    let book = CodeBook(dot: "•")
    let hidden = type("a漢e\u{301}", book)
    book.isShown = true
    let shown = book.current(hidden)
    #expect(drawn(shown, book) == "a漢e\u{301}")
    #expect(columns(shown) == [1, 2, 1])
    #expect(book.secret(of: shown).isEqual(to: "a漢e\u{301}"))
    book.isShown = false
    #expect(book.current(shown) == hidden)
  }

  @Test(arguments: [
    ("\u{202E}", "\u{FFFD}"), ("\u{9B}", "\u{FFFD}"), ("👩‍👩‍👧", "👩"), ("\u{301}", "◌\u{301}"),
    ("🇩🇪", "\u{FFFD}"),
    ("\u{AD}", "\u{FFFD}"), ("☺\u{FE0F}", "☺"), ("क\u{93E}", "क\u{93E}"),
  ])
  func `F16 invisible and control characters are not drawn`(text: String, shown: String) {
    let book = CodeBook(dot: nil)
    #expect(drawn(type(text, book), book).utf8.elementsEqual(shown.utf8))
  }

  @Test(arguments: ["น้ำ", "ນ້ຳ", "नमस्ते", "स्त्री", "\u{1112}\u{D7B0}", "\u{1100}가", "ｶﾞ"])
  func `no letter of a complex script disappears`(text: String) {
    let book = CodeBook(dot: nil)
    let line = type(text, book)
    #expect(drawn(line, book).utf8.elementsEqual(text.utf8))
    #expect(columns(line).compactMap { $0 }.reduce(0, +) == displayWidth(of: text))
    #expect(book.text(of: line).utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: ["น้ำ", "ນ້ຳ", "नमस्ते"])
  func `a shown secret shows its letters, one code per character`(text: String) {
    let book = CodeBook(dot: "•")
    let hidden = type(text, book)
    #expect(hidden.count == text.count)
    book.isShown = true
    let shown = book.current(hidden)
    #expect(drawn(shown, book).utf8.elementsEqual(text.utf8))
  }

  @Test func `an ordinary line uses libedit's own codes, except for characters it can't draw`() {
    let book = CodeBook(dot: nil)
    let line = type("né漢e\u{301}\u{10FFFD}\u{20000}", book)
    #expect(line.prefix(3) == [0x6E, 0xE9, 0x6F22])
    #expect(line.count == 6)
    #expect(book.text(of: line).utf8.elementsEqual("né漢e\u{301}\u{10FFFD}\u{20000}".utf8))
  }

  @Test(
    arguments: [
      (.invalid(0xFF), .invalidUTF8), (.control(0), .nul), (.control(9), .controlCharacter),
      (.character("\u{85}"), .controlCharacter),
    ] as [(Key, Malformed)])
  func `F7 F8 F15 input that no answer may contain is detected at the end`(
    key: Key, problem: Malformed
  ) {
    for dot in [nil, "•"] {
      let book = CodeBook(dot: dot)
      var intake = Intake(book)
      intake.take(.character("a"))
      intake.take(key)
      intake.take(.character("\u{301}"))
      #expect(book.problem(in: intake.new) == problem)
      #expect(book.problem(in: Array(intake.new.prefix(1))) == nil)
    }
  }

  @Test func `codes are empty after the book was wiped`() {
    let book = CodeBook(dot: "•")
    let line = type("abc", book)
    book.wipe()
    #expect(book.secret(of: line).isEmpty)
    #expect(book.current(line).isEmpty)
  }

  @Test(arguments: [65_536, 65_537])
  func `F12 F13 a line has at most the maximum length`(count: Int) {
    let book = CodeBook(dot: "•")
    var intake = Intake(book)
    for _ in 0..<count { intake.take(.character("a")) }
    #expect(intake.isTooLong == (count > 65_536))
    #expect(book.secret(of: intake.new).count == 65_536)
  }

  @Test func `a character with very many marks is returned byte for byte`() {
    let book = CodeBook(dot: "•")
    let text = "e" + String(repeating: "\u{301}", count: 1000)
    #expect(book.secret(of: type(text, book)).isEqual(to: text))
  }

  @Test func `a painted text changes if only its colour changes`() {
    let book = CodeBook(dot: "•")
    let red = book.paint("\u{1B}[31m✗ 汉\u{1B}[0m.")
    let green = book.paint("\u{1B}[32m✗ 汉\u{1B}[0m.")
    #expect(columns(red) == [1, 1, 2, 1])
    #expect(zip(red, green).map { $0 == $1 } == [false, false, false, true])
    #expect(drawn(red, book).hasPrefix("\u{1B}[31m✗\u{1B}[0m"))
  }

  @Test func `F16 a painted text contains no other control sequences`() {
    let book = CodeBook(dot: nil)
    #expect(drawn(book.paint("\u{1B}[2J\u{9B}"), book).contains("\u{1B}") == false)
  }
}
