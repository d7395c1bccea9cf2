import Glibc
import Synchronization
import Threads

/// The signals by which people end a program, kept back while something has to be put away first.
final class Interruption: Sendable {
  private let caught = Atomic<Int32>(0)
  private let thread = BlockingThread()

  /// Keeps them back from now on, on this thread and on those that start after it.
  ///
  /// - Parameters:
  ///   - numbers: the signals.
  ///   - onFirst: is called when the first one comes, on a thread of its own. The second one ends the program at
  ///     once.
  init(
    of numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP], _ onFirst: @escaping @Sendable () -> Void
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in numbers where !Self.isIgnored(signal) {
      sigaddset(&signals, signal)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let isWaiting = thread.add { [signals] in
      self.wait(for: signals)
      onFirst()
    }
    // Without a thread that waits for them, they have to end the program as ever.
    if !isWaiting { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private func wait(for signals: sigset_t) {
    var signals = signals
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 {}
    caught.store(signal, ordering: .releasing)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// As `nohup` has it of SIGHUP.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Ends the program by a signal that is kept back.
  static func end(by number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Ends the program by the signal that came, if one did.
  func deliver() {
    let signal = caught.load(ordering: .acquiring)
    if signal != 0 { Self.end(by: signal) }
  }
}
