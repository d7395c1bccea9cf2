import Dispatch
import Glibc
import Terminal
import Threads

/// Reliably does at a terminal what happens to the program only by chance. It reads one line first. It exits
/// with 0 if the result of the trial is right.
@main
@MainActor
struct TerminalTrial {
  let terminal: Terminal

  static func main() async throws {
    let terminal = try Terminal(input: 0, output: 1, term: "xterm", plain: false)
    let name = CommandLine.arguments.dropFirst().joined(separator: " ")
    // From the first suspension on, this is another thread.
    if name == "overflow of the main thread" { overflowHere(terminal) }
    _ = await terminal.readLine(prompt: "Name? ")
    let isRight = await TerminalTrial(terminal: terminal).run(name)
    await terminal.close()
    exit(isRight ? 0 : 1)
  }

  private func run(_ name: String) async -> Bool {
    switch name {
    case "interrupt work": return await interruptWork()
    case "interrupt nothing": return await interruptNothing()
    case "interrupt in vain": interruptInVain()
    case "set the mode again and again": await setModeForEver()
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

  private func setModeForEver() async -> Never {
    try? await terminal.write("Setting it.")
    // Each call sets the mode, on the terminal's thread. The signals arrive at the main thread.
    while true {
      terminal.wake()
      _ = await terminal.work { _, _ in nil }
    }
  }

  // MARK: - Crashes

  private static func overflowHere(_ terminal: Terminal) {
    let isRead = DispatchSemaphore(value: 0)
    Task.detached {
      _ = await terminal.readLine(prompt: "Name? ")
      isRead.signal()
    }
    isRead.wait()
    _ = overflow(1)
  }

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
