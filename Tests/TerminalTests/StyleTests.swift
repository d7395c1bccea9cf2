import Testing
import Text

@testable import Terminal

@Suite struct StyleTests {
  typealias Conditions = Style.Conditions

  @Test(arguments: [
    // The conditions, then whether the style is plain, and whether it has colours.
    (Conditions(term: "xterm", isTerminal: true), false, true),
    (Conditions(noColor: true, term: "xterm", isTerminal: true), false, false),
    (Conditions(color: .never, term: "xterm", isTerminal: true), false, false),
    (Conditions(color: .always, noColor: true, term: "xterm", isTerminal: true), false, true),
    (Conditions(ci: true, term: "xterm", isTerminal: true), true, false),
    (Conditions(color: .always, ci: true, term: "xterm", isTerminal: true), true, true),
    (Conditions(plain: true, term: "xterm", isTerminal: true), true, false),
    (Conditions(color: .always, plain: true, term: "xterm", isTerminal: true), true, false),
    (Conditions(term: "dumb", isTerminal: true), true, false),
    (Conditions(color: .always, term: "dumb", isTerminal: true), true, false),
    (Conditions(term: nil, isTerminal: true), true, false),
    (Conditions(term: "", isTerminal: true), true, false),
    (Conditions(term: "xterm", isTerminal: false), true, false),
    (Conditions(color: .always, term: "xterm", isTerminal: false), true, true),
  ])
  func `the conditions determine the style`(conditions: Conditions, plain: Bool, colour: Bool) {
    let style = Style(conditions)
    #expect(style.isPlain == plain)
    #expect(style.hasColour == colour)
  }

  @Test func `a verdict is never marked by its colour alone`() {
    let style = Style(isPlain: false, hasColour: true)
    #expect(style.line(.ok, "yes") == "\u{1B}[32m✓ yes\u{1B}[0m")
    #expect(style.line(.failed, "no") == "\u{1B}[31m✗ no\u{1B}[0m")
    #expect(style.line(.validating, "wait") == "\u{1B}[90m… wait\u{1B}[0m")
  }

  @Test func `plain verdicts are marked by words`() {
    let style = Style(isPlain: true, hasColour: false)
    #expect(style.line(.ok, "yes") == "OK: yes")
    #expect(style.line(.failed, "no") == "Error: no")
    #expect(style.line(.validating, "wait") == "wait")
  }

  @Test func `F16 control characters in a verdict are escaped`() {
    let style = Style(isPlain: false, hasColour: false)
    #expect(style.line(.ok, "\u{1B}[31mx") == "✓ \\u{1B}[31mx")
  }
}

@Suite struct SpinnerTests {
  private let style = Style(isPlain: false, hasColour: false)

  private func frame(_ milliseconds: Int, _ label: String = "Checking", columns: Int = 80)
    -> String?
  {
    Spinner.frame(
      elapsed: .milliseconds(milliseconds), label: label, columns: columns, style: style)
  }

  @Test func `the spinner appears only after a short wait`() {
    #expect(frame(0) == nil)
    #expect(frame(199) == nil)
    #expect(frame(200) != nil)
  }

  @Test func `the seconds appear after three seconds`() {
    #expect(frame(2999)?.hasSuffix("Checking") == true)
    #expect(frame(3000)?.hasSuffix("Checking 3 s") == true)
    #expect(frame(61_900)?.hasSuffix(" 61 s") == true)
  }

  @Test func `the spinner turns`() {
    #expect(frame(400) != frame(480))
  }

  @Test(arguments: 1...30)
  func `the spinner never reaches the last column`(columns: Int) {
    let frame = frame(3000, "Checking 汉字汉字 for a while", columns: columns)
    #expect(displayWidth(of: frame ?? "") < max(columns, 1))
  }

  @Test func `a plain style has no spinner`() {
    let plain = Style(isPlain: true, hasColour: false)
    #expect(Spinner.frame(elapsed: .seconds(5), label: "x", columns: 80, style: plain) == nil)
  }
}
