import Glibc
import Synchronization

/// Waits for other programs to unlock the store, in short pauses. For each call, their sum is at
/// most 4/5 of the call's time limit, so that an answer with a reason arrives before it, and at most
/// 5 seconds. It uses no clock, because a clock could jump.
final class LockPatience: Sendable {
  private let limit: Duration
  private let pause: @Sendable (Duration) -> Void
  private let current = Mutex<Call?>(nil)

  init(timeout: Duration, pause: @escaping @Sendable (Duration) -> Void = LockPatience.sleep) {
    limit = min(timeout * 4 / 5, .seconds(5))
    self.pause = pause
  }

  /// Begins waiting on behalf of a call.
  func begin(_ call: Call) { current.withLock { $0 = call } }

  func end() { current.withLock { $0 = nil } }

  /// Waits a little. Returns `false` if the call has waited long enough or was cancelled.
  ///
  /// - Parameter tries: The number of previous calls in a row.
  func wait(tries: Int) -> Bool {
    guard let call = current.withLock({ $0 }), !call.isCancelled else { return false }
    // Pauses grow longer, and are random so that programs don't wait in step.
    let longest = min(1 << min(tries, 5), 25)
    let length = Duration.microseconds(Int.random(in: 500...(longest * 1000)))
    guard call.spend(length, of: limit) else { return false }
    pause(length)
    return true
  }

  /// Blocks the thread for a while.
  @Sendable static func sleep(_ length: Duration) {
    let parts = length.components
    var rest = timespec(
      tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
    var length = rest
    while nanosleep(&length, &rest) != 0 && errno == EINTR { length = rest }
  }
}
