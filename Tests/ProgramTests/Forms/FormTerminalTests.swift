import Foundation
import Testing

/// The operator's own questions at a real terminal.
@Suite(.ownThreads)
struct FormTerminalTests {
  private let scratch = Scratch()

  private static let password = "xqzv-kjwp-fmgh-ty9"
  private static let keyQuestion = "SSH public key? (an empty line skips this question)"
  private static let shellQuestion =
    "Which shell? (1 bash, 2 zsh, 3 fish; an empty line means bash)"

  /// Starts the program with the example form of a public host, at the password's repeat.
  private func terminalAtRepeat() throws -> TestTerminal {
    let terminal = try TestTerminal(
      "exec $BOT --mock-latency 0s --mock-failures 0/1 --seed 1 --record $HOME/r.chat"
        + " --policy '\(FormTests.file("public-host"))'", scratch: scratch)
    try terminal.answer(["Username?": "dee", "Password?": Self.password])
    try terminal.waitForLine("Password again?")
    return terminal
  }

  private func terminalAtKey() throws -> TestTerminal {
    let terminal = try terminalAtRepeat()
    try terminal.answer([
      "Password again?": Self.password, "E-mail address?": "ann@example.org",
    ])
    try terminal.waitForLine(Self.keyQuestion)
    return terminal
  }

  private func terminalAtShell() throws -> TestTerminal {
    let terminal = try terminalAtKey()
    try terminal.answer([
      Self.keyQuestion: "", "Why would you like to join?": "I have used Unix since 1979",
    ])
    try terminal.waitForLine(Self.shellQuestion)
    return terminal
  }

  private func key() throws -> [Substring] {
    _ = try scratch.shell("ssh-keygen -q -t ed25519 -N '' -f $HOME/key")
    return try scratch.text("key").split(separator: "\n")
  }

  /// Ends the input, and expects that none of these texts was written or recorded. Returns the
  /// recording.
  @discardableResult
  private func expectNone(of texts: [Substring], _ terminal: TestTerminal) throws -> String {
    terminal.type("\u{4}")
    _ = try terminal.waitForChange()
    let recording = try scratch.text("r.chat")
    for text in texts { #expect(!terminal.bytes.contains(text) && !recording.contains(text)) }
    return recording
  }

  @Test(arguments: [true, false])
  func `a private key pasted by mistake is neither shown nor recorded`(isBracketed: Bool) throws {
    let key = try key()
    let terminal = try terminalAtKey()
    let lines = key.map { $0 + "\r" }.joined()
    if isBracketed {
      terminal.type("\u{1B}[200~" + lines + "\u{1B}[201~")
      try terminal.wait(for: "the hint") { try terminal.lines().last?.contains("✗") == true }
      terminal.enter("")
    } else {
      terminal.type(lines)
    }
    try terminal.wait(for: "the refusal") {
      try terminal.story().contains(squeezed("That is a private key"))
    }
    try terminal.waitForLine(Self.keyQuestion)
    try expectNone(of: key.dropFirst().map { $0.prefix(20) }, terminal)
  }

  @Test func `a private key entered line by line is neither shown nor recorded`() throws {
    let key = try key()
    let terminal = try terminalAtKey()
    for line in key { try terminal.enter(String(line), thenWaitFor: Self.keyQuestion) }
    try expectNone(of: key.dropFirst().map { $0.dropFirst(8).prefix(20) }, terminal)
  }

  @Test func `a secret typed ahead of a question is neither shown nor recorded`() throws {
    let terminal = try terminalAtRepeat()
    terminal.enter(Self.password)
    terminal.enter(Self.password)
    try terminal.waitForLine("E-mail address?")
    try terminal.enter("ann@example.org", thenWaitFor: Self.keyQuestion)
    try expectNone(of: ["kjwp"], terminal)
  }

  @Test func `a choice can be typed mark by mark`() throws {
    let policy = try scratch.file(
      "p.json",
      """
      {"name": "p", "username": {"rules": []}, "password": {"rules": []}, "repeat": {},
      "questions": [{"name": "q", "ask": "Drink?", "choices": ["cafe\u{301}", "tea"]}]}
      """)
    let terminal = try TestTerminal(
      "exec $BOT --mock-latency 0s --seed 1 --policy '\(policy)'", scratch: scratch)
    try terminal.answer([
      "Username?": "dee", "Password?": Self.password, "Password again?": Self.password,
    ])
    let prompt = "Drink? (1 cafe\u{301}, 2 tea)"
    try terminal.waitForLine(prompt)
    for (key, shown) in [("caf", "caf"), ("e", "cafe"), ("\u{301}", "cafe\u{301}")] {
      terminal.type(key)
      try terminal.waitForLine(prompt + shown)
    }
    terminal.enter("")
    try terminal.waitForLine("Sign up as dee? (Y/n)")
  }

  @Test func `a secret typed at a question with choices is neither shown nor recorded`() throws {
    let terminal = try terminalAtShell()
    try terminal.enter(Self.password, thenWaitFor: Self.shellQuestion)
    try terminal.enter("zsh", thenWaitFor: "Do you accept https://example.org/terms? (yes/no)")
    #expect(try expectNone(of: ["kjwp"], terminal).contains("you> zsh"))
  }

  @Test func `Tab completes the choices`() throws {
    let terminal = try terminalAtShell()
    terminal.type("z\t")
    try terminal.wait(for: "the word") { try terminal.lines().last?.contains(") zsh") == true }
    try terminal.enter("", thenWaitFor: "Do you accept https://example.org/terms? (yes/no)")
    #expect(try expectNone(of: [], terminal).contains("you> zsh"))
  }
}
