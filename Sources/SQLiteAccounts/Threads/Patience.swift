import Glibc
import Synchronization

/// How a call waits for other programs to let go of the store: in short pauses, whose sum is bounded. No
/// clock is asked, so that none can jump.
final class Patience: Sendable {
  /// How long all the pauses of a call may be together.
  private let limit: Duration
  private let pause: @Sendable (Duration) -> Void
  private let current = Mutex<Call?>(nil)

  init(limit: Duration, pause: @escaping @Sendable (Duration) -> Void) {
    self.limit = limit
    self.pause = pause
  }

  /// Says whose waits the next ones are.
  func begin(_ call: Call) { current.withLock { $0 = call } }

  func end() { current.withLock { $0 = nil } }

  /// Waits a little; false when the call has waited long enough, or nobody wants it any more.
  ///
  /// - Parameter tries: how often this has been asked in a row.
  func wait(tries: Int) -> Bool {
    guard let call = current.withLock({ $0 }), !call.isCancelled else { return false }
    // Longer and longer, and not all programs in step.
    let longest = min(1 << min(tries, 5), 25)
    let length = Duration.microseconds(Int.random(in: 500...(longest * 1000)))
    guard call.spend(length, of: limit) else { return false }
    pause(length)
    return true
  }

  /// Lets the thread sleep.
  @Sendable static func sleep(_ length: Duration) {
    let parts = length.components
    var rest = timespec(
      tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
    var length = rest
    while nanosleep(&length, &rest) != 0 && errno == EINTR { length = rest }
  }
}
