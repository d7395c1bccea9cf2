import Foundation
import Testing

extension RestrictedTests {
  // MARK: - Keys

  /// Every control key, every key after ESC, and the keys that open an editor, a shell or a command
  /// line in libedit, readline, vi and ssh. The keys that end the line or the program are left out,
  /// and so are Ctrl-S and Ctrl-Q, which the terminal handles itself.
  static let keys: [String] = {
    let ends: Set<UInt8> = [0x03, 0x04, 0x0A, 0x0D, 0x11, 0x13, 0x1A, 0x1B, 0x1C]
    let controls = (0x00...0x1F as ClosedRange<UInt8>).filter { !ends.contains($0) }
      .map { String(UnicodeScalar($0)) }
    let metas = (0x20...0x7E as ClosedRange<UInt8>).filter { !"[OP]X^_".utf8.contains($0) }
      .map { "\u{1B}" + String(UnicodeScalar($0)) }
    let others = [
      "\u{18}\u{5}", "\u{18}\u{12}", "\u{18}(", "\u{18}\u{16}", "\u{1B}\u{5}", "\u{1B}\u{18}",
      "\u{1B}v", "\u{1B}:!sh", "\u{1B}xshell", "\u{16}\u{1B}", "~C", "~.", "\u{1B}[3~", "\u{1B}OP",
      "\u{1B}[24~", "\u{1B}\u{1B}v", "\u{1B}]0;x\u{7}",
      "\u{1B}Px\u{1B}\\", "\u{1B}Xx\u{1B}\\", "\u{1B}^x\u{1B}\\", "\u{1B}_x\u{1B}\\",
    ]
    return controls + metas + others
  }()

  @Test(arguments: Door.allCases, [true, false])
  func `no key starts an editor, a shell or libedit's own commands`(door: Door, isSecret: Bool)
    throws
  {
    let folder = try canary.programs("vi", "emacs", "ed", "editor", "sh", "less", "man")
    try scratch.file(
      ".editrc", "bind -v\nbind -s ^T boom\nbind ^G vi-histedit\nbind ^_ ed-command\n")
    try scratch.file(".inputrc", "set editing-mode vi\n")
    let terminal = try door.terminal(
      environment: [
        "EDITOR": folder + "/vi", "VISUAL": folder + "/vi", "PAGER": folder + "/less",
        "EDITRC": scratch.path + "/.editrc", "PATH": folder + ":/usr/bin:/bin",
        "SHELL": folder + "/sh",
      ], scratch: scratch)
    var prompt = "Username?"
    if isSecret {
      terminal.enter("octodog")
      prompt = "Password?"
      try terminal.waitForLine(prompt)
    }
    for keys in Self.keys {
      terminal.type("x\u{1B}[D" + keys)
      terminal.type("\u{5}\u{15}")
    }
    // Each Ctrl-U empties the line. The mark shows that all keys have been read.
    terminal.type("mark")
    try terminal.waitForLine(prompt + (isSecret ? "••••" : "mark"))
    #expect(!terminal.bytes.contains("boom"))
    #expect(!canary.isThere)
    let pid = try #require(terminal.pid)
    #expect(try children(of: pid).isEmpty)
  }

  private func children(of pid: pid_t) throws -> String {
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")
    return tasks.map {
      (try? String(contentsOfFile: "/proc/\(pid)/task/\($0)/children", encoding: .utf8)) ?? ""
    }.joined()
  }

  @Test(arguments: Door.restricted)
  func `Tab completes commands and never a file's name`(door: Door) throws {
    let terminal = try door.terminal()
    for text in ["/etc/pass", "/et", "~/", "$HO", "/open /etc/pass", "@", "octo"] {
      terminal.type(text + "\t\t\u{1B}?\u{1B}=\u{1B}*\u{1B}\u{1B}")
      try terminal.waitForLine("Username?" + text)
      terminal.type("\u{5}\u{15}")
      try terminal.waitForLine("Username?")
    }
    terminal.type("/rev\t")
    try terminal.waitForLine("Username? /review")
    #expect(!terminal.bytes.contains("passwd"))
  }

  @Test func `the history ends with the session that made it`() throws {
    let twice = "( \(Door.loginShell.command) ); \(Door.loginShell.command)"
    let terminal = try TestTerminal(twice, start: .alone, scratch: scratch)
    try terminal.answer([
      "Username?": "first-one",
      "✗ Username can only contain letters and digits Username?": "octodog", "Password?": "/back",
    ])
    try terminal.waitForLine("keeps octodog)")
    terminal.type("\u{1B}[A")
    try terminal.waitForLine("keeps octodog) octodog")
    terminal.type("\u{15}\u{4}")
    // The next user's session.
    try terminal.wait(for: "the second greeting") {
      terminal.bytes.components(separatedBy: "create your account.").count == 3
    }
    try terminal.waitForLine("Username?")
    terminal.type("\u{1B}[A\u{10}\u{1B}[A\u{1B}p\u{12}mark")
    try terminal.waitForLine("Username? mark")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    // The test's own screen leaves a file there, too.
    #expect(left.filter { $0.hasPrefix(".") || $0.contains("history") }.isEmpty, "\(left)")
  }

  @Test func `F16 a terminal title sequence is not passed on`() throws {
    for door in Door.restricted {
      let run = try door.run(input: "octo\u{1B}]0;pwned\u{7}dog\n")
      #expect(run.status == 65)
      #expect(!(run.output + run.errors).contains("\u{1B}"))
    }
    let terminal = try Door.loginShell.terminal()
    terminal.type("\u{1B}[200~octo\u{1B}]0;pwned\u{7}\u{1B}[201~")
    try terminal.waitForText("pwned")
    #expect(!terminal.bytes.contains("\u{1B}]0;"))
  }

  // MARK: - Signals

  @Test(arguments: Door.restricted)
  func `F41 Ctrl-Z doesn't stop the conversation`(door: Door) throws {
    let terminal = try door.terminal()
    terminal.type("octo\u{1A}")
    try terminal.waitForLine("Username? octo")
    terminal.enter("dog")
    try terminal.waitForLine("Password?")
    terminal.type("\u{1A}\u{4}")
    #expect(try terminal.waitForChange() == .exited(2))
  }

  @Test(arguments: [("\u{1C}", SIGQUIT), ("\u{3}", SIGINT)])
  func `F38 a key that ends the program leaves no core file and restores the terminal`(
    key: String, signal: Int32
  ) throws {
    let terminal = try Door.loginShell.terminal()
    let pid = try #require(terminal.pid)
    let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
    let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(core?.split(separator: " ").filter { $0 == "0" }.count == 2)
    terminal.type(key)
    try terminal.expectRestored(after: .signalled(by: signal))
  }

  @Test func `F38 the program ends with the connection`() throws {
    let terminal = try Door.loginShell.terminal()
    terminal.hangUp()
    #expect(try terminal.waitForChange() == .signalled(by: SIGHUP))
  }
}
