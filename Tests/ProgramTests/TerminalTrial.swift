import Glibc
import Runtime
import Terminal
import TestSupport

@section(".init_array") @used
private let entry: @convention(c) () -> Void = { Trial.run(TerminalTrial.name, TerminalTrial.run) }

/// Reliably provokes at a terminal what happens to the program only by chance. It reads one line
/// first. It exits with 0 if the trial has the expected result.
struct TerminalTrial {
  static let name = "terminal"

  private let terminal: Terminal

  fileprivate static func run(_ arguments: [String]) -> Never {
    // Trials that repeat forever must not outlive a test that was killed. In seconds.
    var limit = rlimit(rlim_cur: 120, rlim_max: 120)
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    guard let terminal = try? Terminal(input: 0, output: 1, term: "xterm", plain: false) else {
      exit(74)
    }
    _ = terminal.readLine(prompt: "Name? ")
    let isRight = TerminalTrial(terminal: terminal).run(arguments.joined(separator: " "))
    terminal.close()
    exit(isRight ? 0 : 1)
  }

  private func run(_ name: String) -> Bool {
    switch name {
    case "interrupt work": return interruptWork()
    case "interrupt nothing": return interruptNothing()
    case "interrupt in vain": interruptInVain()
    case "set the mode again and again": setModeForEver()
    case "overflow of the terminal's thread":
      _ = terminal.readLine(
        prompt: "Again? ", verdict: { _, _ in LiveText("\(overflow(1))", mayOutlast: true) })
    case "overflow of another thread": onThread { _ = overflow(1) }
    case "trap on another thread": onThread { fatalError("as meant") }
    default: print("no such trial")
    }
    return false
  }

  // MARK: - Interrupts between a line and the work that it starts

  private func interruptWork() -> Bool {
    kill(getpid(), SIGINT)
    kill(getpid(), SIGINT)
    return terminal.work { _, _ in "working" } == .interrupted
  }

  private func interruptNothing() -> Bool {
    kill(getpid(), SIGINT)
    guard case .interrupted = terminal.readLine(prompt: "Again? ") else { return false }
    return true
  }

  /// The work that the line started never checks for interrupts.
  private func interruptInVain() {
    while true {
      kill(getpid(), SIGINT)
      usleep(100_000)
    }
  }

  // MARK: - Signals while the mode is set

  private func setModeForEver() {
    try? terminal.write("Setting it.")
    // Used by that thread alone from here on.
    nonisolated(unsafe) let terminal = terminal
    // Continuations arrive at that thread, before it sets the mode: a stop that follows at once is a new one.
    var continuation = sigset_t()
    sigemptyset(&continuation)
    sigaddset(&continuation, SIGCONT)
    pthread_sigmask(SIG_BLOCK, &continuation, nil)
    // Each call sets the mode, on a thread that takes signals. Those that are sent arrive at this one.
    onThread {
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      while true {
        terminal.wake()
        _ = terminal.work { _, _ in nil }
      }
    }
  }

  // MARK: - Crashes

  private func onThread(_ work: @escaping @Sendable () -> Void) {
    let thread = BlockingThread()
    _ = thread.add(work)
    while true { sleep(1) }
  }
}

/// Calls itself until the stack has run out.
@inline(never)
private func overflow(_ depth: Int) -> Int {
  guard depth > 0 else { return 0 }
  var memory = (depth, depth, depth, depth)
  return withUnsafeBytes(of: &memory) { overflow(depth + Int($0[0] & 1)) + Int($0[1]) }
}
