import Synchronization
import TestSupport

/// A clock that the test controls, so that a deadline of ten seconds takes no real time. Short
/// sleeps, such as the pauses between tries, can pass at once, and are recorded.
package final class ManualClock: Clock {
  package struct Instant: InstantProtocol {
    package var offset = Duration.zero

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var passed: [Duration] = []
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())
  private let limit: Duration

  /// - Parameter limit: the longest sleep that passes at once, moving the clock forward; zero for
  ///   none.
  package init(passing limit: Duration = .zero) { self.limit = limit }

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// The sleeps that passed at once, in order.
  package var passed: [Duration] { state.withLock { $0.passed } }
  /// The number of current sleepers.
  package var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// Moves the clock forward and wakes the sleepers that are due.
  package func advance(by duration: Duration) { wake(movingBy: duration) { _ in } }

  private func wake(movingBy duration: Duration, _ change: (inout State) -> Void) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      change(&state)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.continuation)
    }
    for sleeper in woken { sleeper.resume() }
  }

  /// Waits until there are at least `count` sleepers.
  ///
  /// - Throws: An error if there are fewer at the end of the limit.
  package func waitForSleepers(_ count: Int) async throws {
    try await Deadline.wait { sleepers >= count }
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let (duration, id) = state.withLock { state in
      state.nextID += 1
      return (state.now.duration(to: deadline), state.nextID)
    }
    if duration <= .zero { return }
    if duration <= limit { return wake(movingBy: duration) { $0.passed.append(duration) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
