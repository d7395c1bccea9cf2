import TestSupport

/// The awaited condition did not become true within the limit.
struct StillWaiting: Error {}

extension Deadline {
  /// Polls a condition until it holds, on no thread of its own.
  ///
  /// - Throws: `StillWaiting` if it doesn't hold within the limit.
  static func wait(until condition: () -> Bool) async throws {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while !condition() {
      guard clock.now < end else { throw StillWaiting() }
      try await clock.sleep(for: .milliseconds(5))
    }
  }
}
