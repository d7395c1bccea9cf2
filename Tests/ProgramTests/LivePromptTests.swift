import Foundation
import Testing

/// What a person sees while typing.
@Suite(.serialized, .ownThreads)
struct LivePromptTests {
  private static func bot(_ options: String) -> String {
    "exec $BOT --mock-failures 0/1 --mock-taken octocat --seed 1 " + options
  }

  /// Starts the program and waits for its first question.
  private func start(
    _ options: String, columns: Int = 80, rows: Int = 24, prompt: String = "Username?",
    environment: [String: String] = [:], _ body: (TmuxTerminal) throws -> Void
  ) throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(
        Self.bot(options), columns: columns, rows: rows, environment: environment,
        scratch: scratch)
      try terminal.waitForPrompt(prompt)
      try body(terminal)
    }
  }

  @Test func `the verdict is shown at the right of the line and stays there on Enter`() throws {
    try start("--mock-latency 0s") { terminal in
      try terminal.type(
        "octo cat", thenWaitFor: "Username? octo cat",
        "✗ Username can only contain letters and digits")
      try terminal.press("C-u")
      try terminal.waitForPrompt("Username?")
      try terminal.type("octocat", thenWaitFor: "Username? octocat", "✗ Username already taken")
      try terminal.press("Enter")
      try terminal.waitForParts("Username?", "still free: octocat1, octocat2 (Tab)")
      let right = "✗ Username already taken"
      #expect(
        try terminal.screen().suffix(2).dropLast() == [
          "Username? octocat" + String(repeating: " ", count: 79 - 17 - right.count) + right
        ])
    }
  }

  @Test func `a password's rules are ticked off, and its repeat is compared`() throws {
    try start("--mock-latency 0s --policy strict") { terminal in
      try terminal.enter("octodog")
      try terminal.waitForPrompt("Password?")
      try terminal.type(
        "password", thenWaitFor: "Password? ••••••••", "✗ 15+ characters", "✗ not common",
        "✓ unlike the username")
      try terminal.type(
        "passwor", thenWaitFor: "Password? •••••••••••••••", "✓ Password acceptable")
      try terminal.type("d", thenWaitFor: "Password? ••••••••••••••••", "✗ not a common password")
      try terminal.type("!", thenWaitFor: "Password? •••••••••••••••••", "✓ Password acceptable")
      try terminal.press("Enter")
      try terminal.waitForPrompt("Password again?")
      try terminal.type("passwordp", thenWaitFor: "Password again? •••••••••", "… same so far")
      try terminal.type("x", thenWaitFor: "Password again? ••••••••••", "✗ differs")
    }
  }

  @Test func `before a secret is typed, a hint says what it must be`() throws {
    for (columns, hint) in [
      (120, "15 characters or more · not a common one · unlike the username · Ctrl-R shows it"),
      (80, "15 characters or more · not a common one · unlike the username"),
      (60, "15 characters or more · not a common one"), (40, "15 characters or more"),
    ] {
      try start("--mock-latency 0s --policy strict", columns: columns) { terminal in
        try terminal.waitForParts("Username?", "/help")
        try terminal.enter("octodog")
        try terminal.waitForParts("Password?", hint)
        #expect(try colours(terminal).last { $0.0 != " " }?.1 == "2", "the hint is dim")
        try terminal.type("x")
        try terminal.wait(for: "the rules in place of the hint") {
          let line = try terminal.screen().last ?? ""
          return !line.contains("or more") && (line.contains("✓") || line.contains("✗"))
        }
        try terminal.press("BSpace")
        try terminal.waitForParts("Password?", hint)
      }
    }
  }

  @Test func `in 40 columns, a password's rules are counted`() throws {
    try start("--mock-latency 0s --policy strict", columns: 40) { terminal in
      try terminal.enter("octodog")
      try terminal.waitForPrompt("Password?")
      try terminal.type("password", thenWaitFor: "Password? ••••••••", "1 of 3 ✓")
      try terminal.press("C-u")
      try terminal.waitForPrompt("Password?")
      try terminal.type("correct", thenWaitFor: "Password? •••••••", "2 of 3 ✓")
    }
  }

  @Test func `a narrow terminal shows only the sign, and nothing next to a full line`() throws {
    try start("--mock-latency 0s", columns: 20, rows: 6) { terminal in
      try terminal.type("octoca", thenWaitFor: "Username? octoca", "✓")
      try terminal.type("t", thenWaitFor: "Username? octocat")
      try terminal.press("BSpace")
      try terminal.waitForParts("Username? octoca", "✓")
      try terminal.press("Enter")
      try terminal.waitForPrompt("Password?")
    }
  }

  /// The characters of the last line that isn't empty, each with its colour, or "" for the default.
  private func colours(_ terminal: TmuxTerminal) throws -> [(Character, String)] {
    let line = try terminal.tmux("capture-pane", "-p", "-e").split(separator: "\n").last ?? ""
    var colour = ""
    var cells: [(Character, String)] = []
    var rest = line[...]
    while let character = rest.first {
      if character == "\u{1B}", let end = rest.firstIndex(of: "m") {
        colour = String(rest[...end].dropFirst(2).dropLast())
        rest = rest[end...].dropFirst()
      } else {
        cells.append((character, ["0", "39", "49", ""].contains(colour) ? "" : colour))
        rest = rest.dropFirst()
      }
    }
    return cells
  }

  /// The question is bold, the verdict coloured, and what is being typed neither.
  @Test(arguments: [
    ("章鱼狗", "✓ Username available", "32"), ("章鱼 狗", "✗ Username can only contain", "31"),
    ("octocat", "✗ Username already taken", "31"),
  ])
  func `a line's colours, cell by cell`(
    name: String, verdict: String, colour: String
  ) throws {
    try start("--mock-latency 0s") { terminal in
      try terminal.type(name)
      try terminal.wait(for: verdict) { try terminal.screen().last?.contains(verdict) == true }
      let cells = try colours(terminal)
      let sign = try #require(cells.firstIndex { $0.0 == verdict.first })
      for (index, cell) in cells.enumerated() where cell.0 != " " {
        let expected = index < "Username?".count ? "1" : index < sign ? "" : colour
        #expect(cell.1 == expected, "\(index): \(cell)")
      }
      // The last wide character is redrawn while a verdict is shown.
      try terminal.press("BSpace")
      try terminal.wait(for: "the shorter name") {
        try terminal.screen().last?.contains(name) == false
      }
      try terminal.type(String(name.last!))
      try terminal.wait(for: "the same colours") {
        try colours(terminal).map(\.1) == cells.map(\.1)
      }
    }
  }

  @Test func `NO_COLOR removes the colours and keeps the signs`() throws {
    try start("--mock-latency 0s", environment: ["NO_COLOR": "1"]) { terminal in
      try terminal.type("octocat", thenWaitFor: "Username? octocat", "✗ Username already taken")
      #expect(try !terminal.tmux("capture-pane", "-p", "-e").contains("\u{1B}["))
    }
  }

  @Test func `plain output says a verdict once, after Enter`() throws {
    try start("--mock-latency 0s --plain") { terminal in
      try terminal.enter("octocat")
      try terminal.waitForPrompt("Username?")
      let said = try terminal.history().components(separatedBy: "already taken").count - 1
      #expect(said == 1)
      #expect(try terminal.history().contains("\nError: Username already taken\n"))
    }
  }

  @Test func `the check made while typing is the one that Enter waits for`() throws {
    try start("--mock-latency 600s --timeout 600s --record $HOME/r.chat") { terminal in
      try terminal.type("octodog", thenWaitFor: "Username? octodog", "… validating ...")
      try terminal.press("Enter")
      try terminal.waitForLine("validating ...")
      try terminal.press("C-c")
      try terminal.waitForLine("The check was cancelled.")
      try terminal.waitForLastLine(beginning: "Username? octodog")
    }
  }

  @Test func `Ctrl-L clears the screen and keeps the question, the line and its verdict`() throws {
    try start("--mock-latency 0s") { terminal in
      try terminal.type("octocat", thenWaitFor: "Username? octocat", "✗ Username already taken")
      try terminal.press("C-l")
      try terminal.wait(for: "one line") { try terminal.screen().count == 1 }
      try terminal.waitForParts("Username? octocat", "✗ Username already taken")
    }
  }

  @Test func `Ctrl-_ restores killed text and what Ctrl-C cleared`() throws {
    try start("--mock-latency 0s") { terminal in
      for clearing in ["C-u", "C-w", "C-c"] {
        try terminal.type("octocat", thenWaitFor: "Username? octocat", "✗ Username already taken")
        try terminal.press(clearing)
        try terminal.waitForPrompt("Username?")
        try terminal.press("C-_")
        try terminal.waitForParts("Username? octocat", "✗ Username already taken")
        try terminal.press("C-u")
        try terminal.waitForPrompt("Username?")
      }
    }
  }

  @Test func `the arrow keys recall usernames and nothing else`() throws {
    try start("--mock-latency 0s") { terminal in
      try terminal.enter("octocat")
      try terminal.answer([
        "Username?": "/review", "Username?": "octodog", "Password?": "secret1",
        "Password again?": "/edit username",
      ])
      try terminal.waitForPrompt("Username? (an empty line keeps octodog)")
      for name in ["octodog", "octocat"] {
        try terminal.press("Up")
        try terminal.waitForLine("keeps octodog) " + name)
      }
      try terminal.press("Up")
      try terminal.press("Down", "Down")
      try terminal.waitForPrompt("Username? (an empty line keeps octodog)")
    }
  }

  @Test func `Tab completes the locale's commands, and lists them if several match`() throws {
    try start(
      "--mock-latency 0s", columns: 40, rows: 12, prompt: "用户名\u{FF1F}",
      environment: ["LANG": "zh_CN.UTF-8"]
    ) { terminal in
      try terminal.type("/返")
      try terminal.press("Tab")
      try terminal.waitForParts("用户名\u{FF1F} /返回")
      try terminal.press("C-u")
      try terminal.type("/重")
      try terminal.press("Tab")
      try terminal.waitForLine("/重试")
      try terminal.waitForParts("用户名\u{FF1F} /重")
      #expect(try terminal.history().contains("/重做"))
    }
  }
}
