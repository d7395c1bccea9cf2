import Foundation
import TestSupport
import Testing

/// Races and crashes that happen only by chance, provoked by a trial at a terminal.
@Suite(.ownThreads)
struct TerminalTrialTests {
  /// Starts a trial and enters the line that it waits for.
  private func start(_ trial: String) throws -> TestTerminal {
    let command = Trial.command(TerminalTrial.name).map(Program.quoted).joined(separator: " ")
    let terminal = try TestTerminal("exec \(command) \(trial)")
    try terminal.waitForLine("Name?")
    terminal.enter("dee")
    return terminal
  }

  @Test func `F74 an interrupt between a line and the work that it starts cancels the work`() throws
  {
    let terminal = try start("interrupt work")
    try terminal.expectRestored(after: .exited(0))
  }

  @Test func `F74 an interrupt after a line that starts no work applies to the next question`()
    throws
  {
    let terminal = try start("interrupt nothing")
    try terminal.expectRestored(after: .exited(0))
  }

  @Test func `F74 interrupts that no one ever reads end the program`() throws {
    let terminal = try start("interrupt in vain")
    try terminal.expectRestored(after: .signalled(by: SIGINT))
  }

  @Test(arguments: 0..<6)
  func `F74 a mode that one thread restores is not set again by another`(round: Int) throws {
    let terminal = try start("set the mode again and again")
    try terminal.waitForText("Setting it.")
    try terminal.send(SIGTERM)
    try terminal.expectRestored(after: .signalled(by: SIGTERM))
  }

  @Test func `F74 a program that stops leaves the mode alone until it continues`() throws {
    let terminal = try start("set the mode again and again")
    try terminal.waitForText("Setting it.")
    for _ in 0..<6 {
      try terminal.send(SIGTSTP)
      try terminal.expectRestored(after: .stopped(by: SIGTSTP))
      terminal.letGoOn()
      try terminal.wait(for: "raw") { terminal.isRaw }
    }
  }

  @Test func `F39 a crash on a thread that takes no signals restores the terminal`() throws {
    let terminal = try start("trap on another thread")
    let change = try terminal.waitForChange()
    #expect([.signalled(by: SIGILL), .signalled(by: SIGTRAP)].contains(change))
    #expect(terminal.mode == terminal.before)
  }

  static let crashes = ["overflow of the terminal\\'s thread", "overflow of another thread"]

  @Test(arguments: crashes)
  func `F39 after a stack overflow, the terminal is restored`(trial: String) throws {
    let terminal = try start(trial)
    try terminal.expectRestored(after: .signalled(by: SIGSEGV))
  }
}
