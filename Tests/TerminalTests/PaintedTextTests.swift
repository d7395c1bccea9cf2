import Testing

@testable import Terminal

struct PaintedTextTests {
  @Test func `a prompt is wrapped between words, with its colour on each row`() {
    let style = Style(color: .always, term: "xterm", isTerminal: true)
    let prompt = style.painted(.question, "Remember you?") + style.painted(.hint, " (y/N)") + " "
    #expect(PaintedText.folded(prompt, columns: 20) == prompt)
    #expect(
      PaintedText.folded(prompt, columns: 16)
        == style.painted(.question, "Remember you?") + "\n" + style.painted(.hint, "(y/N)") + " ")
    #expect(
      PaintedText.folded(prompt, columns: 10)
        == style.painted(.question, "Remember") + "\n" + style.painted(.question, "you?")
        + style.painted(.hint, " (y/N)") + " ")
  }
}
