import Glibc

/// How long a test waits for a state. No passing test needs it: a machine may be as busy as it likes.
package enum Deadline {
  package static let seconds = 120
  package static var limit: Duration { .seconds(seconds) }

  /// Looks at a state until it holds.
  ///
  /// - Returns: false if it doesn't hold within the limit.
  package static func awaits(_ state: () throws -> Bool) rethrows -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while try !state() {
      if clock.now > end { return false }
      usleep(5_000)
    }
    return true
  }
}
