import Testing

@testable import Terminal

@Suite struct StyleTests {
  @Test(arguments: [
    // The style, whether it is plain, and whether it has colours.
    (Style(term: "xterm", isTerminal: true), false, true),
    (Style(noColor: true, term: "xterm", isTerminal: true), false, false),
    (Style(color: .never, term: "xterm", isTerminal: true), false, false),
    (Style(color: .always, noColor: true, term: "xterm", isTerminal: true), false, true),
    (Style(ci: true, term: "xterm", isTerminal: true), true, false),
    (Style(color: .always, ci: true, term: "xterm", isTerminal: true), true, true),
    (Style(plain: true, term: "xterm", isTerminal: true), true, false),
    (Style(color: .always, plain: true, term: "xterm", isTerminal: true), true, false),
    (Style(term: "dumb", isTerminal: true), true, false),
    (Style(color: .always, term: "dumb", isTerminal: true), true, false),
    (Style(term: nil, isTerminal: true), true, false),
    (Style(term: "", isTerminal: true), true, false),
    (Style(term: "xterm", isTerminal: false), true, false),
    (Style(color: .always, term: "xterm", isTerminal: false), true, true),
  ])
  func `the conditions determine the style`(style: Style, plain: Bool, colour: Bool) {
    #expect(style.isPlain == plain)
    #expect((style.ink == .colours) == colour)
  }

  @Test func `a verdict is never marked by its colour alone`() {
    let style = Style(color: .always, term: "xterm", isTerminal: true)
    #expect(style.line(.ok, "yes") == "\u{1B}[32m✓ yes\u{1B}[0m")
    #expect(style.line(.failed, "no") == "\u{1B}[31m✗ no\u{1B}[0m")
    #expect(style.line(.working, "wait") == "\u{1B}[90m… wait\u{1B}[0m")
  }

  @Test(arguments: ["linux", "linux-16color"])
  func `the console of Linux shows only signs that its fonts have`(term: String) {
    let style = Style(color: .never, term: term, isTerminal: true)
    #expect(style.line(.ok, "yes") == "√ yes")
    #expect(style.line(.failed, "no") == "× no")
    let frame = Spinner.frame(
      elapsed: .seconds(1), label: "Checking", columns: 80, style: style)
    #expect(frame == "- Checking")
    #expect(!Style(term: "xterm", isTerminal: true).isConsole)
  }

  @Test func `each role differs from ordinary text in more than its colour`() {
    let signs = Style(color: .never, term: "xterm", isTerminal: true)
    for role in Role.allCases {
      // An accepted answer is told by its place, next to a good verdict.
      guard role != .answer else { continue }
      let hasWeight = role.look.weight != .regular
      #expect(hasWeight || signs.mark(role, "x") != "x", "\(role)")
    }
    #expect(signs.painted(.question, "x") == "x")
  }

  @Test func `a terminal without colours shows weights`() {
    let style = Style(term: "vt100", isTerminal: true, colours: 0)
    #expect(style.ink == .weights)
    #expect(style.painted(.question, "Name?") == "\u{1B}[1mName?\u{1B}[0m")
    #expect(style.painted(.hint, "/help") == "\u{1B}[2m/help\u{1B}[0m")
    #expect(style.mark(.failed, "no") == "✗ no")
    #expect(style.painted(.answer, "ann") == "ann")
    let always = Style(color: .always, term: "vt100", isTerminal: true, colours: 0)
    #expect(always.ink == .colours)
  }

  @Test func `a link is a hyperlink only where that is known to work`() {
    let address = "https://example.com/a?b=c"
    var style = Style(color: .never, term: "xterm", isTerminal: true)
    #expect(style.link(address) == address)
    style.hasLinks = true
    #expect(
      style.link(address)
        == "\u{1B}]8;;\(address)\u{1B}\\\(address)\u{1B}]8;;\u{1B}\\")
    #expect(style.link("https://example.com/a\u{7}") == "https://example.com/a\u{7}")
    #expect(
      !Style(plain: true, term: "foot", isTerminal: true, hasLinks: true).hasLinks)
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], true), (["TERM": "xterm", "VTE_VERSION": "7006"], true),
    (["TERM": "xterm", "VTE_VERSION": "5000"], false), (["TERM": "xterm"], false), ([:], false),
    (["TERM": "linux"], false), (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
    (["TERM": "xterm-256color", "WT_SESSION": "1"], true),
    (["TERM": "screen", "VTE_VERSION": "7006"], false),
    (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"], true),
    (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"], false),
  ])
  func `the variables tell which terminals have hyperlinks`(
    variables: [String: String], isKnown: Bool
  ) {
    #expect(hasHyperlinks { variables[$0] } == isKnown)
  }

  @Test func `the number of a terminal's colours comes from its description`() throws {
    let known = try #require(terminalColours("xterm-256color"))
    #expect(known >= 8)
    #expect(terminalColours("vt100") == 0)
    #expect(terminalColours("no-such-terminal") == nil)
  }

  @Test func `plain verdicts are marked by words`() {
    let style = Style(plain: true, term: "xterm", isTerminal: true)
    #expect(style.line(.ok, "yes") == "OK: yes")
    #expect(style.line(.failed, "no") == "Error: no")
    #expect(style.line(.working, "wait") == "wait")
  }

  @Test func `F16 control characters in a verdict are escaped`() {
    let style = Style(color: .never, term: "xterm", isTerminal: true)
    #expect(style.line(.ok, "\u{1B}[31mx") == "✓ \\u{1B}[31mx")
  }
}
