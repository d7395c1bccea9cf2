import Glibc
import Synchronization

/// Delays the signals that end the program while something must be cleaned up first.
package final class Interruption: Sendable {
  private let caught = Atomic<Int32>(0)
  private let thread = BlockingThread()

  /// Delays the signals from now on, on this thread and on threads that start later.
  ///
  /// - Parameter onFirst: called on a separate thread when the first signal arrives. The second
  ///   signal ends the program at once.
  package init(_ onFirst: @escaping @Sendable () -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(signal) {
      sigaddset(&signals, signal)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let isWaiting = thread.add { [signals] in
      self.wait(for: signals)
      onFirst()
    }
    // Without a thread that waits for the signals, they must end the program as usual.
    if !isWaiting { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private func wait(for signals: sigset_t) {
    var signals = signals
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 {}
    caught.store(signal, ordering: .releasing)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether a signal is ignored, as SIGHUP is under `nohup`.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Ends the program with the signal that arrived, if there was one.
  package func deliver() {
    let signal = caught.load(ordering: .acquiring)
    if signal == 0 { return }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    raise(signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
