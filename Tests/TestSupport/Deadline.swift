import Glibc
import Synchronization

/// The time that a test waits for a state. It is long enough for any passing test on a busy
/// machine.
package enum Deadline {
  private static let vain = Atomic(0)

  /// The limit in seconds. After a few timeouts, the run has failed, so the remaining waits are
  /// shorter.
  package static var seconds: Int { vain.load(ordering: .relaxed) < 3 ? 300 : 30 }
  package static var limit: Duration { .seconds(seconds) }

  /// Polls a condition until it holds.
  ///
  /// - Returns: `false` if it doesn't hold within the limit.
  package static func awaits(_ state: () throws -> Bool) rethrows -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while try !state() {
      if clock.now > end {
        vain.add(1, ordering: .relaxed)
        return false
      }
      usleep(5_000)
    }
    return true
  }
}
