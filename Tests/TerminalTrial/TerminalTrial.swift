import Glibc
import Terminal
import Threads

/// Does at a terminal, for sure, what happens to the program only by chance. It waits for one line first.
/// Exits with 0 if what it was called for came out as it must.
@main
@MainActor
struct TerminalTrial {
  let terminal: Terminal

  static func main() async throws {
    let terminal = try Terminal(input: 0, output: 1, term: "xterm", plain: false)
    _ = await terminal.readLine(prompt: "Name? ")
    let trial = TerminalTrial(terminal: terminal)
    let isRight = await trial.run(CommandLine.arguments.dropFirst().joined(separator: " "))
    await terminal.close()
    exit(isRight ? 0 : 1)
  }

  private func run(_ name: String) async -> Bool {
    switch name {
    case "interrupt work": return await interruptWork()
    case "interrupt nothing": return await interruptNothing()
    case "interrupt in vain": interruptInVain()
    case "end while the mode is set": endWhileModeIsSet(by: SIGTERM)
    case "stop while the mode is set": endWhileModeIsSet(by: SIGTSTP)
    case "overflow of the main thread": _ = overflow(1)
    case "overflow of the terminal's thread":
      _ = await terminal.readLine(
        prompt: "Again? ", verdict: { _, _ in LiveText("\(overflow(1))", mayOutlast: true) })
    case "overflow of another thread": await onThread { _ = overflow(1) }
    case "trap on another thread": await onThread { fatalError("as meant") }
    default: print("no such trial")
    }
    return false
  }

  // MARK: - Interrupts between a line and what it begins

  private func interruptWork() async -> Bool {
    kill(getpid(), SIGINT)
    kill(getpid(), SIGINT)
    return await terminal.work { _, _ in "working" } == .interrupted
  }

  private func interruptNothing() async -> Bool {
    kill(getpid(), SIGINT)
    guard case .interrupted = await terminal.readLine(prompt: "Again? ") else { return false }
    return true
  }

  /// What the line began never looks at the interrupts.
  private func interruptInVain() {
    while true {
      kill(getpid(), SIGINT)
      usleep(100_000)
    }
  }

  // MARK: - Signals while the mode is set

  private func endWhileModeIsSet(by signal: Int32) {
    // Each call sets the mode anew, on the terminal's thread.
    Task.detached { [terminal] in
      while true {
        terminal.wake()
        _ = await terminal.work { _, _ in nil }
      }
    }
    usleep(5_000)
    // To this thread, not to the terminal's.
    raise(signal)
    while true { sleep(1) }
  }

  // MARK: - Crashes

  private func onThread(_ work: @escaping @Sendable () -> Void) async {
    let thread = BlockingThread()
    await thread.run(work)
  }
}

/// Calls itself until the stack has run out.
@inline(never)
private func overflow(_ depth: Int) -> Int {
  guard depth > 0 else { return 0 }
  var memory = (depth, depth, depth, depth)
  return withUnsafeBytes(of: &memory) { overflow(depth + Int($0[0] & 1)) + Int($0[1]) }
}
