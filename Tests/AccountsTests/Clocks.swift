import Synchronization

/// A clock that writes down what it is asked and never waits.
final class RecordingClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant()
    var sleeps: [Duration] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// The durations asked for, in order.
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(state.now.duration(to: deadline))
      state.now = max(state.now, deadline)
    }
  }
}

/// A clock that stands still: whoever sleeps on it sleeps until cancelled.
struct StoppedClock: Clock {
  var now: RecordingClock.Instant { RecordingClock.Instant() }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: RecordingClock.Instant, tolerance: Duration?) async throws {
    try await waitUntilCancelled()
  }
}

/// Waits for nothing but the task's cancellation, and throws then.
func waitUntilCancelled() async throws -> Never {
  let (never, _) = AsyncStream.makeStream(of: Never.self)
  for await _ in never {}
  throw CancellationError()
}
