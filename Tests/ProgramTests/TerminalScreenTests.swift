import Foundation
import Testing

/// A person at a terminal, and what the screen shows.
@Suite(.serialized, .ownThreads)
struct TerminalScreenTests {
  static let bot = "exec $BOT --mock-latency 0s --mock-failures 0/1 --mock-taken octocat --seed 1"

  static let sizes = [(80, 24), (40, 10)]

  @Test(arguments: sizes)
  func `a complete sign-up with mistakes and corrections`(columns: Int, rows: Int) throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(
        Self.bot + " --record $HOME/r.chat", columns: columns, rows: rows, scratch: scratch)
      try terminal.answer([
        "Username?": "octocat", "Username?": "octodog", "Password?": "secret1",
        "Password again?": "secret2",
      ])
      try terminal.waitForLine("Password different")
      try terminal.answer([
        "Password again?": "/back", "Password? (an empty line keeps it)": "",
        "Password again?": "secret1", "Sign up as octodog? (Y/n)": "/undo",
        "Password again?": "/redo", "Sign up as octodog? (Y/n)": "yes",
      ])
      try terminal.waitForEnd()
      let history = try terminal.history()
      #expect(history.contains("✗ Username already taken"))
      #expect(history.contains("✓ Mock: Signed in to GitHub."))
      #expect(history.contains("You are signed up as octodog"))
      #expect(!history.contains("secret"))
      let recording = try scratch.text("r.chat")
      #expect(!recording.contains("secret1") && !recording.contains("secret2"))
      #expect(try Program.run(lines: recording).output == recording)
    }
  }

  @Test(arguments: sizes)
  func `a line keeps its text when the terminal is resized`(columns: Int, rows: Int) throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(Self.bot, columns: columns, rows: rows, scratch: scratch)
      try terminal.waitForPrompt("Username?")
      try terminal.type("octo")
      try terminal.waitForLine("Username? octo")
      for (columns, rows) in [(30, 8), (100, 30), (22, 6), (columns, rows)] {
        try terminal.resize(columns: columns, rows: rows)
      }
      try terminal.type("dog")
      try terminal.waitForLine("Username? octodog")
      try terminal.press("Enter")
      try terminal.waitForPrompt("Password?")
      #expect(try terminal.screen().filter { $0.contains("Username? octodog") }.count == 1)
    }
  }

  @Test func `a complete sign-up in Chinese`() throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(
        Self.bot, columns: 40, rows: 10, environment: ["LANG": "zh_CN.UTF-8"], scratch: scratch)
      try terminal.answer([
        "用户名\u{FF1F}": "章鱼狗", "密码\u{FF1F}": "密码一二三四五", "再次输入密码\u{FF1F}": "/返回",
        "密码\u{FF1F}\u{FF08}空行保留原来的\u{FF09}": "", "再次输入密码\u{FF1F}": "密码一二三四五",
        "以 章鱼狗 注册\u{FF1F} (Y/n)": "是",
      ])
      try terminal.waitForEnd()
      let history = try terminal.history()
      #expect(history.contains("✓ 注册成功!"))
      #expect(!history.contains("一二三"))
    }
  }

  @Test func `a long prompt is wrapped between words, and a long rule is shortened`() throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(
        "exec $BOT --policy github --mock-latency 0s --mock-failures 1/1", columns: 40,
        scratch: scratch)
      try terminal.waitForPrompt("Username?")
      try terminal.enter("octodog")
      try terminal.waitForLine("15+ characters")
      try terminal.enter("one octopus sings")
      try terminal.waitForPrompt("Password again?")
      try terminal.enter("one octopus sings")
      try terminal.waitForPrompt("Sign up as octodog? (Y/n)")
      try terminal.enter("")
      try terminal.waitForPrompt("What now? (1 retry, 2 edit, 3 quit)")
      try terminal.enter("edit")
      try terminal.waitForLine("Edit what? (1 Username, 2 Password,")
      try terminal.waitForPrompt("3 Password Repeat)")
      try terminal.enter("username")
      try terminal.waitForLine("Username? (an empty line keeps")
      try terminal.waitForPrompt("octodog)")
    }
  }

  @Test func `a secret is shown as dots, Ctrl-R toggles it, and the arrow keys don't recall it`()
    throws
  {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(Self.bot, scratch: scratch)
      try terminal.waitForPrompt("Username?")
      try terminal.enter("octodog")
      try terminal.waitForPrompt("Password?")
      try terminal.type("secret1")
      try terminal.waitForLine("Password? •••••••")
      try terminal.press("C-r")
      try terminal.waitForLine("Password? secret1")
      try terminal.press("C-r")
      try terminal.waitForLine("Password? •••••••")
      try terminal.press("Enter")
      try terminal.answer([
        "Password again?": "secret1", "Sign up as octodog? (Y/n)": "/edit username",
      ])
      try terminal.waitForPrompt("Username? (an empty line keeps octodog)")
      try terminal.press("Up")
      try terminal.waitForLine("keeps octodog) octodog")
      #expect(try !terminal.history().contains("secret1"))
    }
  }

  @Test func `F18 a paste of several lines never spills into the next question`() throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(Self.bot, scratch: scratch)
      try terminal.waitForPrompt("Username?")
      try terminal.tmux("set-buffer", "octodog\nsecret1\nsecret1\n")
      try terminal.tmux("paste-buffer", "-p")
      try terminal.waitForLine("Username? octodog")
      try terminal.press("Enter")
      try terminal.waitForPrompt("Password?")
      #expect(try terminal.history().contains("Only the first line was taken"))
      #expect(try !terminal.history().contains("secret1"))
    }
  }

  @Test func `Tab completes commands`() throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(Self.bot, scratch: scratch)
      try terminal.waitForPrompt("Username?")
      try terminal.type("/he")
      try terminal.press("Tab")
      try terminal.waitForLine("Username? /help")
    }
  }

  @Test func `Shift-Tab goes back and keeps what was half typed`() throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(Self.bot, scratch: scratch)
      try terminal.waitForPrompt("Username?")
      try terminal.enter("octodog")
      try terminal.waitForPrompt("Password?")
      try terminal.press("BTab")
      try terminal.waitForPrompt("Username? (an empty line keeps octodog)")
    }
  }

  @Test func `Ctrl-C clears a line, and on an empty line ends the program by the signal`() throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(
        TmuxTerminal.watched(String(Self.bot.dropFirst(5))), scratch: scratch)
      try terminal.waitForPrompt("Username?")
      try terminal.type("octo")
      try terminal.waitForLine("Username? octo")
      try terminal.press("C-c")
      try terminal.waitForPrompt("Username?")
      try terminal.press("C-c")
      try terminal.waitForEnd()
      #expect(try scratch.text("status") == "130\n")
      #expect(try scratch.text("after") == scratch.text("before"))
    }
  }

  @Test func `Ctrl-C cancels a check and the name stays in the line`() throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(
        "exec $BOT --mock-latency 600s --timeout 600s --record $HOME/r.chat", scratch: scratch)
      try terminal.waitForPrompt("Username?")
      try terminal.enter("octodog")
      try terminal.waitForLine("validating ...")
      try terminal.press("C-c")
      try terminal.waitForLine("The check was cancelled.")
      try terminal.waitForLastLine(beginning: "Username? octodog")
      try terminal.press("C-u")
      try terminal.waitForPrompt("Username?")
      try terminal.press("C-d")
      try terminal.waitForEnd()
      let recording = try scratch.text("r.chat")
      #expect(recording.contains("# you> octodog\n"))
      #expect(try Program.run(lines: recording).output == recording)
    }
  }

  static let plain: [(String, [String: String])] = [
    ("--plain", [:]), ("", ["ACCESSIBLE": "1"]), ("", ["CI": "1"]), ("", ["TERM": "dumb"]),
    ("", ["TERM": ""]), ("", ["TERM": "no-such-terminal"]),
  ]

  @Test(arguments: plain)
  func `F46 plain output contains no escape sequence and writes verdicts as words`(
    option: String, environment: [String: String]
  ) throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal(
        "read; " + Self.bot + " " + option, environment: environment, scratch: scratch)
      try terminal.tmux("pipe-pane", "-O", "cat > \(Program.quoted(scratch.path))/raw")
      try terminal.press("Enter")
      try terminal.waitForPrompt("Username?")
      try terminal.enter("octocat")
      try terminal.waitForLine("Error: Username already taken")
      try terminal.waitForPrompt("Username?")
      try terminal.enter("octodog")
      try terminal.waitForLine("OK: Username available")
      try terminal.waitForPrompt("Password?")
      try terminal.type("secret1")
      try terminal.waitForLine("Password? *******")
      try terminal.wait(for: "the raw bytes") { try scratch.text("raw").hasSuffix("*******") }
      let raw = try scratch.text("raw")
      #expect(!raw.contains("\u{1B}"))
      #expect(!raw.contains("secret1"))
    }
  }

  @Test func `NO_COLOR removes the colours and keeps the signs`() throws {
    try Scratch.with { scratch in
      for (environment, isColoured) in [(["NO_COLOR": "1"], false), ([:], true)] {
        let terminal = try TmuxTerminal(
          Self.bot, environment: environment, scratch: Scratch(path: scratch.path))
        try terminal.waitForPrompt("Username?")
        try terminal.enter("octocat")
        try terminal.waitForLine("✗ Username already taken")
        let cells = try terminal.tmux("capture-pane", "-p", "-e")
        #expect(cells.contains("\u{1B}[31m") == isColoured)
      }
    }
  }
}
