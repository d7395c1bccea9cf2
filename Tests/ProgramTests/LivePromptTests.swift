import Foundation
import Testing

/// What a person sees while typing.
@Suite(.ownThreads)
struct LivePromptTests {
  /// Starts the program and waits for its first question.
  private func start(
    _ options: String = "--mock-latency 0s", columns: Int = 80, rows: Int = 24,
    prompt: String = "Username?", environment: [String: String] = [:]
  ) throws -> TestTerminal {
    let terminal = try TestTerminal(
      "exec $BOT --mock-failures 0/1 --mock-taken octocat --seed 1 " + options,
      columns: columns, rows: rows, environment: environment)
    try terminal.waitForLine(prompt)
    return terminal
  }

  private func startStrict(columns: Int = 80) throws -> TestTerminal {
    try start("--mock-latency 0s --policy strict", columns: columns)
  }

  @Test func `the verdict is shown at the right of the line and stays there on Enter`() throws {
    let terminal = try start()
    try terminal.type(
      "octo cat", thenWaitFor: "Username? octo cat",
      "✗ Username can only contain letters and digits")
    terminal.type("\u{15}")
    try terminal.waitForLine("Username?")
    try terminal.type("octocat", thenWaitFor: "Username? octocat", "✗ Username already taken")
    try terminal.type("\r", thenWaitFor: "Username?", "still free: octocat1, octocat2 (Tab)")
    let right = "✗ Username already taken"
    #expect(
      try terminal.lines().suffix(2).dropLast() == [
        "Username? octocat" + String(repeating: " ", count: 79 - 17 - right.count) + right
      ])
  }

  @Test func `a password's rules are ticked off, and its repeat is compared`() throws {
    let terminal = try startStrict()
    try terminal.enter("octodog", thenWaitFor: "Password?")
    try terminal.type(
      "password", thenWaitFor: "Password? ••••••••", "✗ 15+ characters", "✗ not common",
      "✓ unlike the username")
    try terminal.type(
      "passwor", thenWaitFor: "Password? •••••••••••••••", "✓ Password acceptable")
    try terminal.type("d", thenWaitFor: "Password? ••••••••••••••••", "✗ not a common password")
    try terminal.type("!", thenWaitFor: "Password? •••••••••••••••••", "✓ Password acceptable")
    try terminal.enter("", thenWaitFor: "Password again?")
    try terminal.type("passwordp", thenWaitFor: "Password again? •••••••••", "… same so far")
    try terminal.type("x", thenWaitFor: "Password again? ••••••••••", "✗ differs")
  }

  @Test(arguments: [
    (120, "15 characters or more · not a common one · unlike the username · Ctrl-R shows it"),
    (80, "15 characters or more · not a common one · unlike the username"),
    (60, "15 characters or more · not a common one"), (40, "15 characters or more"),
  ])
  func `before a secret is typed, a hint says what it must be`(columns: Int, hint: String) throws {
    let terminal = try startStrict(columns: columns)
    try terminal.waitForParts("Username?", "/help")
    terminal.enter("octodog")
    try terminal.waitForParts("Password?", hint)
    #expect(try terminal.cells().last { $0.character != " " }?.weight == "2", "the hint is dim")
    terminal.type("x")
    try terminal.wait(for: "the rules in place of the hint") {
      let line = try terminal.lines().last ?? ""
      return !line.contains("or more") && (line.contains("✓") || line.contains("✗"))
    }
    try terminal.type("\u{7F}", thenWaitFor: "Password?", hint)
  }

  @Test func `in 40 columns, a password's rules are counted`() throws {
    let terminal = try startStrict(columns: 40)
    try terminal.enter("octodog", thenWaitFor: "Password?")
    try terminal.type("password", thenWaitFor: "Password? ••••••••", "1 of 3 ✓")
    terminal.type("\u{15}")
    try terminal.waitForLine("Password?")
    try terminal.type("correct", thenWaitFor: "Password? •••••••", "2 of 3 ✓")
  }

  @Test func `a narrow terminal shows only the sign, and nothing next to a full line`() throws {
    let terminal = try start(columns: 20, rows: 6)
    try terminal.type("octoca", thenWaitFor: "Username? octoca", "✓")
    try terminal.type("t", thenWaitFor: "Username? octocat")
    try terminal.type("\u{7F}", thenWaitFor: "Username? octoca", "✓")
    try terminal.enter("", thenWaitFor: "Password?")
  }

  @Test func `a long prompt is wrapped between words, and a long rule is shortened`() throws {
    let terminal = try TestTerminal(
      "exec $BOT --policy github --mock-latency 0s --mock-failures 1/1", columns: 40)
    try terminal.waitForLine("Username?")
    try terminal.enter("octodog", thenWaitFor: "Password?")
    try terminal.waitForText("15+ characters")
    try terminal.answer([
      "Password?": "one octopus sings", "Password again?": "one octopus sings",
      "Sign up as octodog? (Y/n)": "", "What now? (1 retry, 2 edit, 3 quit)": "edit",
    ])
    try terminal.waitForLine("Edit what? (1 Username, 2 Password, 3 Password Repeat)")
    #expect(
      try terminal.lines().suffix(2) == [
        "Edit what? (1 Username, 2 Password,", "3 Password Repeat)",
      ])
    terminal.enter("username")
    try terminal.waitForLine("Username? (an empty line keeps octodog)")
    #expect(try terminal.lines().suffix(2).first == "Username? (an empty line keeps")
  }

  /// The question is bold, the verdict coloured, and what is being typed neither.
  @Test(arguments: [
    ("章鱼狗", "✓ Username available", "32"), ("章鱼 狗", "✗ Username can only contain", "31"),
    ("octocat", "✗ Username already taken", "31"),
  ])
  func `a line's colours, cell by cell`(
    name: String, verdict: String, colour: String
  ) throws {
    let terminal = try start()
    terminal.type(name)
    try terminal.waitForText(verdict)
    let cells = try terminal.cells()
    let sign = try #require(cells.firstIndex { $0.character == verdict.first })
    for (index, cell) in cells.enumerated() where cell.character != " " {
      let isPrompt = index < "Username?".count
      #expect(cell.weight == (isPrompt ? "1" : ""), "\(index): \(cell)")
      #expect(cell.colour == (index < sign ? "" : colour), "\(index): \(cell)")
    }
    // The last wide character is redrawn while a verdict is shown.
    terminal.type("\u{7F}")
    try terminal.wait(for: "the shorter name") {
      try terminal.lines().last?.contains(name) == false
    }
    terminal.type(String(name.last!))
    try terminal.wait(for: "the same colours") { try terminal.cells() == cells }
  }

  @Test func `NO_COLOR removes the colours and keeps the signs`() throws {
    let terminal = try start(environment: ["NO_COLOR": "1"])
    try terminal.type("octocat", thenWaitFor: "Username? octocat", "✗ Username already taken")
    #expect(try terminal.cells().allSatisfy { $0.colour.isEmpty && $0.weight.isEmpty })
  }

  static let plain: [(String, [String: String])] = [
    ("--plain", [:]), ("", ["ACCESSIBLE": "1"]), ("", ["CI": "1"]), ("", ["TERM": "dumb"]),
    ("", ["TERM": ""]), ("", ["TERM": "no-such-terminal"]),
  ]

  @Test(arguments: plain)
  func `F46 plain output contains no escape sequence and says each verdict once, after Enter`(
    option: String, environment: [String: String]
  ) throws {
    let terminal = try start("--mock-latency 0s " + option, environment: environment)
    try terminal.enter("octocat", thenWaitFor: "Username?")
    try terminal.enter("octodog", thenWaitFor: "Password?")
    terminal.type("secret1")
    try terminal.waitForLine("Password? *******")
    let lines = terminal.bytes.components(separatedBy: "\r\n")
    #expect(lines.count { $0 == "Error: Username already taken" } == 1)
    #expect(lines.count { $0 == "OK: Username available" } == 1)
    #expect(terminal.bytes.components(separatedBy: "already taken").count == 2)
    #expect(!terminal.bytes.contains("\u{1B}") && !terminal.bytes.contains("secret1"))
  }

  @Test func `the check made while typing is the one that Enter waits for and Ctrl-C cancels`()
    throws
  {
    let terminal = try start("--mock-latency 600s --timeout 600s --record $HOME/r.chat")
    try terminal.type("octodog", thenWaitFor: "Username? octodog", "… validating ...")
    terminal.enter("")
    try terminal.wait(for: "the spinner") {
      try terminal.lines().last?.hasSuffix("validating ...") == true
    }
    terminal.type("\u{3}")
    try terminal.waitForLine("The check was cancelled. Username? octodog")
    terminal.type("\u{15}")
    try terminal.waitForLine("Username?")
    terminal.type("\u{4}")
    #expect(try terminal.waitForChange() == .exited(2))
    let recording = try terminal.scratch.text("r.chat")
    #expect(recording.contains("# you> octodog\n"))
    #expect(try Program.run(lines: recording).output == recording)
  }

  @Test func `Ctrl-L clears the screen and keeps the question, the line and its verdict`() throws {
    let terminal = try start()
    try terminal.type("octocat", thenWaitFor: "Username? octocat", "✗ Username already taken")
    terminal.type("\u{C}")
    try terminal.wait(for: "one line") { try terminal.lines().count == 1 }
    try terminal.waitForParts("Username? octocat", "✗ Username already taken")
  }

  @Test(arguments: ["Ctrl-U": "\u{15}", "Ctrl-W": "\u{17}", "Ctrl-C": "\u{3}"])
  func `Ctrl-_ restores killed text and what Ctrl-C cleared`(name: String, key: String) throws {
    let terminal = try start()
    try terminal.type("octocat", thenWaitFor: "Username? octocat", "✗ Username already taken")
    terminal.type(key)
    try terminal.waitForLine("Username?")
    try terminal.type("\u{1F}", thenWaitFor: "Username? octocat", "✗ Username already taken")
  }

  @Test func `the arrow keys recall usernames and nothing else`() throws {
    let terminal = try start()
    try terminal.answer([
      "Username?": "octocat", "Username?": "/review", "Username?": "octodog",
      "Password?": "secret1", "Password again?": "/edit username",
    ])
    try terminal.waitForLine("Username? (an empty line keeps octodog)")
    for name in ["octodog", "octocat"] {
      terminal.type("\u{1B}[A")
      try terminal.waitForLine("keeps octodog) " + name)
    }
    terminal.type("\u{1B}[A\u{1B}[B\u{1B}[B")
    try terminal.waitForLine("Username? (an empty line keeps octodog)")
  }

  @Test func `Shift-Tab goes back`() throws {
    let terminal = try start()
    try terminal.enter("octodog", thenWaitFor: "Password?")
    terminal.type("\u{1B}[Z")
    try terminal.waitForLine("Username? (an empty line keeps octodog)")
  }

  @Test func `Tab completes the locale's commands, and lists them if several match`() throws {
    let terminal = try start(
      columns: 40, rows: 12, prompt: "用户名\u{FF1F}", environment: ["LANG": "zh_CN.UTF-8"])
    try terminal.type("/返\t", thenWaitFor: "用户名\u{FF1F} /返回")
    terminal.type("\u{15}/重\t")
    try terminal.waitForText("/重试")
    try terminal.waitForParts("用户名\u{FF1F} /重")
    #expect(try terminal.story().contains("/重做"))
  }
}
