import Foundation
import Testing

/// What happens to the program at a terminal only by chance, made to happen by a program of the tests.
@Suite(.ownThreads)
struct TerminalTrialTests {
  /// A terminal at which the trial has taken its line.
  private func start(_ trial: String, _ scratch: Scratch) throws -> TestTerminal {
    let program = URL(fileURLWithPath: Program.path).deletingLastPathComponent()
      .appendingPathComponent("terminal-trial").path
    let terminal = try TestTerminal(
      "exec \(Program.quoted(program)) \(trial)", scratch: scratch)
    try terminal.waitForLine("Name?")
    terminal.enter("dee")
    return terminal
  }

  @Test func `F74 an interrupt between a line and what it begins cancels that`() throws {
    try Scratch.with { scratch in
      let terminal = try start("interrupt work", scratch)
      #expect(try terminal.waitForChange() == .exited(0))
      #expect(terminal.mode == terminal.before)
    }
  }

  @Test func `F74 an interrupt after a line that begins nothing is the next question's`() throws {
    try Scratch.with { scratch in
      let terminal = try start("interrupt nothing", scratch)
      #expect(try terminal.waitForChange() == .exited(0))
      #expect(terminal.mode == terminal.before)
    }
  }

  @Test func `F74 interrupts that no one ever reads end the program`() throws {
    try Scratch.with { scratch in
      let terminal = try start("interrupt in vain", scratch)
      #expect(try terminal.waitForChange() == .signalled(by: SIGINT))
      #expect(terminal.mode == terminal.before)
    }
  }

  static let crashes = [
    "overflow of the terminal\\'s thread", "overflow of another thread",
  ]

  @Test(arguments: crashes)
  func `F39 the terminal is as it was after a stack has run out`(trial: String) throws {
    try Scratch.with { scratch in
      let terminal = try start(trial, scratch)
      #expect(try terminal.waitForChange() == .signalled(by: SIGSEGV))
      #expect(terminal.mode == terminal.before)
    }
  }
}
