import Foundation
import Testing

/// The operator's own questions at a real terminal.
@Suite(.ownThreads)
struct FormTerminalTests {
  private static let password = "xqzv-kjwp-fmgh-ty9"

  /// Starts the program with the example form of a public host, at the password's repeat.
  private func terminalAtRepeat(_ scratch: Scratch) throws -> TestTerminal {
    let terminal = try TestTerminal(
      "exec $BOT --mock-latency 0s --mock-failures 0/1 --seed 1 --record $HOME/r.chat"
        + " --policy '\(FormTests.file("public-host"))'", scratch: scratch)
    try terminal.waitForLine("Username?")
    terminal.enter("dee")
    try terminal.waitForLine("Password?")
    terminal.enter(Self.password)
    try terminal.waitForLine("Password again?")
    return terminal
  }

  private func terminalAtKey(_ scratch: Scratch) throws -> TestTerminal {
    let terminal = try terminalAtRepeat(scratch)
    terminal.enter(Self.password)
    try terminal.waitForLine("E-mail address?")
    terminal.enter("ann@example.org")
    try terminal.waitForLine("SSH public key? (an empty line skips this question)")
    return terminal
  }

  @Test(arguments: [true, false])
  func `a private key pasted by mistake is neither shown nor recorded`(isBracketed: Bool) throws {
    try Scratch.with { scratch in
      _ = try scratch.shell("ssh-keygen -q -t ed25519 -N '' -f $HOME/key")
      let key = try scratch.text("key")
      let terminal = try terminalAtKey(scratch)
      let lines = key.replacingOccurrences(of: "\n", with: "\r")
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
      try terminal.waitForLine("SSH public key? (an empty line skips this question)")
      terminal.type("\u{4}")
      _ = try terminal.waitForChange()
      for line in key.split(separator: "\n").dropFirst() {
        #expect(!terminal.bytes.contains(line.prefix(20)))
        #expect(try !scratch.text("r.chat").contains(line.prefix(20)))
      }
    }
  }

  @Test func `a private key entered line by line is neither shown nor recorded`() throws {
    try Scratch.with { scratch in
      _ = try scratch.shell("ssh-keygen -q -t ed25519 -N '' -f $HOME/key")
      let key = try scratch.text("key")
      let terminal = try terminalAtKey(scratch)
      for line in key.split(separator: "\n") {
        try terminal.enter(
          String(line), thenWaitFor: "SSH public key? (an empty line skips this question)")
      }
      terminal.type("\u{4}")
      _ = try terminal.waitForChange()
      for line in key.split(separator: "\n").dropFirst() {
        #expect(!terminal.bytes.contains(line.dropFirst(8).prefix(20)))
        #expect(try !scratch.text("r.chat").contains(line.prefix(20)))
      }
    }
  }

  @Test func `a secret typed ahead of a question is neither shown nor recorded`() throws {
    try Scratch.with { scratch in
      let terminal = try terminalAtRepeat(scratch)
      terminal.enter(Self.password)
      terminal.enter(Self.password)
      try terminal.waitForLine("E-mail address?")
      try terminal.enter(
        "ann@example.org", thenWaitFor: "SSH public key? (an empty line skips this question)")
      terminal.type("\u{4}")
      _ = try terminal.waitForChange()
      #expect(!terminal.bytes.contains("kjwp"))
      #expect(try !scratch.text("r.chat").contains("kjwp"))
    }
  }

  @Test func `a secret typed at a question with choices is neither shown nor recorded`() throws {
    try Scratch.with { scratch in
      let terminal = try terminalAtKey(scratch)
      terminal.enter("")
      try terminal.waitForLine("Why would you like to join?")
      terminal.enter("I have used Unix since 1979")
      let question = "Which shell? (1 bash, 2 zsh, 3 fish; an empty line means bash)"
      try terminal.waitForLine(question)
      try terminal.enter(Self.password, thenWaitFor: question)
      terminal.enter("zsh")
      try terminal.waitForLine("Do you accept https://example.org/terms? (yes/no)")
      terminal.type("\u{4}")
      _ = try terminal.waitForChange()
      #expect(!terminal.bytes.contains("kjwp"))
      #expect(try !scratch.text("r.chat").contains("kjwp"))
      #expect(try scratch.text("r.chat").contains("you> zsh"))
    }
  }

  @Test func `Tab completes the choices`() throws {
    try Scratch.with { scratch in
      let terminal = try terminalAtKey(scratch)
      terminal.enter("")
      try terminal.waitForLine("Why would you like to join?")
      terminal.enter("I have used Unix since 1979")
      try terminal.waitForLine("Which shell? (1 bash, 2 zsh, 3 fish; an empty line means bash)")
      terminal.type("z\t")
      try terminal.wait(for: "the word") { try terminal.lines().last?.contains(") zsh") == true }
      terminal.enter("")
      try terminal.waitForLine("Do you accept https://example.org/terms? (yes/no)")
      terminal.type("\u{4}")
      _ = try terminal.waitForChange()
      #expect(try scratch.text("r.chat").contains("you> zsh"))
    }
  }
}
