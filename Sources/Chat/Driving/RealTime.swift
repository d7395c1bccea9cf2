import Dispatch
import Synchronization

/// The real clock and the executor that drives it: one thread runs what can run, and sleeps until the next
/// timer when nothing can.
///
/// Swift's own threads would do the same, but once they have been used, a watchman of theirs wakes each
/// second for ever; a prompt at which nobody types is to take no processor time. What blocks must not run
/// here: it has a thread of its own, as `Terminal` has.
package final class RealTime: TaskExecutor, Clock {
  package typealias Instant = ContinuousClock.Instant

  private struct Timer {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var jobs: [UnownedJob] = []
    var timers: [Timer] = []
    var nextID = 0
    /// Timers cancelled before they were set.
    var cancelled: Set<Int> = []
  }

  private let clock: ContinuousClock
  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  package init(_ clock: ContinuousClock) {
    self.clock = clock
  }

  package var now: Instant { clock.now }
  package var minimumResolution: Duration { clock.minimumResolution }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    signal.signal()
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    if deadline <= now { return }
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    // A cancellation that comes after the timer has gone off would leave its number behind.
    defer { _ = state.withLock { $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { set(id, deadline, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  /// Runs an operation, and everything it starts here, on the calling thread until it ends.
  package func run<Answer: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    let outcome = Mutex<Result<Answer, any Error>?>(nil)
    Task(executorPreference: self) {
      let result: Result<Answer, any Error>
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      // Wakes the loop below, which may be waiting for another thread.
      self.signal.signal()
    }
    while true {
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      runNext()
    }
  }

  private func set(
    _ id: Int, _ deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let isCancelled = state.withLock { state in
      if state.cancelled.remove(id) != nil { return true }
      state.timers.append(Timer(id: id, deadline: deadline, continuation: continuation))
      return false
    }
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    // The loop may be asleep until a later deadline.
    signal.signal()
  }

  private func cancel(_ id: Int) {
    let timer = state.withLock { state -> Timer? in
      guard let index = state.timers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.timers.remove(at: index)
    }
    timer?.continuation.resume(throwing: CancellationError())
  }

  private func runNext() {
    if let timer = dueTimer() { timer.continuation.resume() }
    if let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
      return job.runSynchronously(on: asUnownedTaskExecutor())
    }
    guard let deadline = state.withLock({ $0.timers.map(\.deadline).min() }) else {
      return signal.wait()
    }
    // Not more than a day at once, so that the nanoseconds are a number. Rounded up: not to wake too early.
    let rest = min(max(clock.now.duration(to: deadline), .zero), .seconds(86_400))
    _ = signal.wait(timeout: .now() + .nanoseconds(Int(rest / .nanoseconds(1)) + 1))
  }

  /// The earliest of the timers whose time has come; of several, the one set first.
  private func dueTimer() -> Timer? {
    let now = clock.now
    return state.withLock { state in
      let due = state.timers.indices.filter { state.timers[$0].deadline <= now }.min {
        let (left, right) = (state.timers[$0], state.timers[$1])
        return (left.deadline, left.id) < (right.deadline, right.id)
      }
      return due.map { state.timers.remove(at: $0) }
    }
  }
}
