import Foundation
import Testing

/// The program does nothing while no one types. `Tests/Benchmarks/idle.py` measures how little.
/// Swift's own threads would add a timer that wakes up every second.
@Suite(.ownThreads)
struct IdleTests {
  private func awaitThreads(_ count: Int, of terminal: TestTerminal) throws {
    try terminal.wait(for: "\(count) threads") {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(terminal.pid!)/task").count
        == count
    }
  }

  @Test func `until the service is needed there is one thread`() throws {
    let terminal = try TestTerminal("exec $BOT")
    try terminal.waitForLine("Username?")
    try awaitThreads(1, of: terminal)
    // The first key of a name starts the second thread, because names are checked while they are typed.
    terminal.type("o")
    try awaitThreads(2, of: terminal)
  }

  /// One runs the conversation and waits for keys, the other runs the service's calls.
  @Test(arguments: Moment.allCases)
  func `the program has two threads`(moment: Moment) throws {
    try awaitThreads(2, of: try moment.reach())
  }

  @Test func `without room for a thread the program ends, and says why`() throws {
    // No thread has room for a stack of 200 TB.
    let terminal = try TestTerminal("ulimit -s 200000000000; exec $BOT")
    try terminal.waitForLine("Username?")
    terminal.type("octodog")
    try terminal.expectRestored(after: .exited(78))
    try terminal.waitForText("can't create another thread")
  }
}
