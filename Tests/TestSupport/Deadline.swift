import Glibc
import Synchronization

/// How long a test waits for a state. No passing test needs it: a machine may be as busy as it likes.
package enum Deadline {
  private static let vain = Atomic(0)

  /// Once a few waits were in vain, the run has failed, and the rest of it is not kept waiting so long.
  package static var seconds: Int { vain.load(ordering: .relaxed) < 3 ? 300 : 30 }
  package static var limit: Duration { .seconds(seconds) }

  /// Looks at a state until it holds.
  ///
  /// - Returns: false if it doesn't hold within the limit.
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
