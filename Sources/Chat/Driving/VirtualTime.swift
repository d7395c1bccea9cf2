import Dispatch
import Synchronization

/// A clock and the executor that drives it: time stands still while anything can run, and jumps to the
/// next timer when nothing can. What is run on it takes no real time to wait, and always goes the
/// same way.
package final class VirtualTime: TaskExecutor, Clock {
  package struct Instant: InstantProtocol {
    var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Timer {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var jobs: [UnownedJob] = []
    var timers: [Timer] = []
    var nextID = 0
    /// Timers cancelled before they were set.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .nanoseconds(1) }

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
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.timers.append(Timer(id: id, deadline: deadline, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let timer = state.withLock { state -> Timer? in
        guard let index = state.timers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.timers.remove(at: index)
      }
      timer?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Runs an operation, and everything it starts here, on the calling thread until it ends.
  package func run<Answer: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    let outcome = Mutex<Result<Answer, any Error>?>(nil)
    // Looked at before every job, as the outcome, whose type is known only to the caller, can't be for
    // nothing.
    let isOver = Atomic(false)
    Task(executorPreference: self) {
      let result: Result<Answer, any Error>
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      isOver.store(true, ordering: .releasing)
      // Wakes the loop below, which may be waiting for another thread.
      self.signal.signal()
    }
    while !isOver.load(ordering: .acquiring) { runNext() }
    return try outcome.withLock { $0! }.get()
  }

  private func runNext() {
    if let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    } else if let timer = nextTimer() {
      timer.continuation.resume()
    } else {
      signal.wait()
    }
  }

  /// Jumps to the earliest timer; of several, to the one set first.
  private func nextTimer() -> Timer? {
    state.withLock { state in
      let due = state.timers.indices.min {
        let (left, right) = (state.timers[$0], state.timers[$1])
        return (left.deadline, left.id) < (right.deadline, right.id)
      }
      guard let due else { return nil }
      let timer = state.timers.remove(at: due)
      state.now = max(state.now, timer.deadline)
      return timer
    }
  }
}
