import Foundation
import TestSupport
import Testing

/// Races and crashes that happen only by chance, provoked by a trial at a terminal.
@Suite(.ownThreads)
struct TerminalTrialTests {
  /// Starts a trial and enters the line that it waits for.
  private func start(_ trial: String, _ scratch: Scratch) throws -> TestTerminal {
    let command = Trial.command(TerminalTrial.name).map(Program.quoted).joined(separator: " ")
    let terminal = try TestTerminal("exec \(command) \(trial)", scratch: scratch)
    try terminal.waitForLine("Name?")
    terminal.enter("dee")
    return terminal
  }

  @Test func `F74 an interrupt between a line and the work that it starts cancels the work`() throws
  {
    try Scratch.with { scratch in
      let terminal = try start("interrupt work", scratch)
      try terminal.expectRestored(after: .exited(0))
    }
  }

  @Test func `F74 an interrupt after a line that starts no work applies to the next question`()
    throws
  {
    try Scratch.with { scratch in
      let terminal = try start("interrupt nothing", scratch)
      try terminal.expectRestored(after: .exited(0))
    }
  }

  @Test func `F74 interrupts that no one ever reads end the program`() throws {
    try Scratch.with { scratch in
      let terminal = try start("interrupt in vain", scratch)
      try terminal.expectRestored(after: .signalled(by: SIGINT))
    }
  }

  @Test(arguments: 0..<6)
  func `F74 a mode that one thread restores is not set again by another`(round: Int) throws {
    try Scratch.with { scratch in
      let terminal = try start("set the mode again and again", scratch)
      try terminal.waitForText("Setting it.")
      try terminal.send(SIGTERM)
      try terminal.expectRestored(after: .signalled(by: SIGTERM))
    }
  }

  @Test func `F74 a program that stops leaves the mode alone until it continues`() throws {
    try Scratch.with { scratch in
      let terminal = try start("set the mode again and again", scratch)
      try terminal.waitForText("Setting it.")
      for _ in 0..<6 {
        try terminal.send(SIGTSTP)
        try terminal.expectRestored(after: .stopped(by: SIGTSTP))
        terminal.letGoOn()
        try terminal.wait(for: "raw") { terminal.mode.isRaw }
      }
    }
  }

  @Test func `F39 a crash on a thread that takes no signals restores the terminal`() throws {
    try Scratch.with { scratch in
      let terminal = try start("trap on another thread", scratch)
      let change = try terminal.waitForChange()
      #expect([.signalled(by: SIGILL), .signalled(by: SIGTRAP)].contains(change))
      #expect(terminal.mode == terminal.before)
    }
  }

  static let crashes = ["overflow of the terminal\\'s thread", "overflow of another thread"]

  @Test(arguments: crashes)
  func `F39 after a stack overflow, the terminal is restored`(trial: String) throws {
    try Scratch.with { scratch in
      let terminal = try start(trial, scratch)
      try terminal.expectRestored(after: .signalled(by: SIGSEGV))
    }
  }
}
