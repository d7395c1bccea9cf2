import Dispatch
import Synchronization

/// Jobs that can run and sleepers with their deadlines, for one thread that does both. From any thread,
/// but for `run`.
///
/// Instants are what has passed since the clock's beginning, whichever clock it is.
final class Scheduler: Sendable {
  struct Sleeper {
    fileprivate let id: Int
    let deadline: Duration
    fileprivate let continuation: CheckedContinuation<Void, any Error>

    func wake() { continuation.resume() }
  }

  private struct State {
    var jobs: [UnownedJob] = []
    var sleepers: [Sleeper] = []
    var nextID = 0
    /// Sleepers cancelled before they lay down.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    signal.signal()
  }

  /// The job that has waited longest; nil for none.
  func takeJob() -> UnownedJob? {
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }

  /// Sleeps until somebody wakes the sleeper, which is to be at its deadline; throws when its task is
  /// cancelled.
  func sleep(until deadline: Duration) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    // A cancellation that comes after the sleeper was woken would leave its number behind.
    defer { state.withLock { if !$0.cancelled.isEmpty { $0.cancelled.remove(id) } } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { lay(id, deadline, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  private func lay(
    _ id: Int, _ deadline: Duration, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let isCancelled = state.withLock { state in
      if state.cancelled.remove(id) != nil { return true }
      state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
      return false
    }
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    // The thread may be asleep until a later deadline.
    signal.signal()
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Takes out the sleeper with the earliest deadline; of several, the one that lay down first. Nil where
  /// there is none, or none whose deadline is `latest` or before. O(sleepers).
  func takeSleeper(noLaterThan latest: Duration? = nil) -> Sleeper? {
    state.withLock { state in
      let first = state.sleepers.indices.min {
        let (left, right) = (state.sleepers[$0], state.sleepers[$1])
        return (left.deadline, left.id) < (right.deadline, right.id)
      }
      guard let first, latest.map({ state.sleepers[first].deadline <= $0 }) ?? true else {
        return nil
      }
      return state.sleepers.remove(at: first)
    }
  }

  /// The earliest deadline; nil where nobody sleeps.
  var nextDeadline: Duration? { state.withLock { $0.sleepers.map(\.deadline).min() } }

  /// Waits for a job or a sleeper that came since, for so many nanoseconds at the most. Now and then it
  /// returns for nothing.
  func wait(nanoseconds: Int? = nil) {
    if let nanoseconds {
      _ = signal.wait(timeout: .now() + .nanoseconds(nanoseconds))
    } else {
      signal.wait()
    }
  }

  /// Runs an operation, and everything that it starts on the executor, on the calling thread until it ends.
  ///
  /// - Parameter step: does one thing that can be done, or waits.
  func run<Answer: Sendable>(
    on executor: any TaskExecutor, _ operation: sending @escaping () async throws -> Answer,
    step: () -> Void
  ) throws -> Answer {
    let outcome = Mutex<Result<Answer, any Error>?>(nil)
    // Looked at before every step, as the outcome, whose type is known only to the caller, can't be for
    // nothing.
    let isOver = Atomic(false)
    Task(executorPreference: executor) {
      let result: Result<Answer, any Error>
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      isOver.store(true, ordering: .releasing)
      // Wakes the loop below, which may be waiting for another thread.
      self.signal.signal()
    }
    while !isOver.load(ordering: .acquiring) { step() }
    return try outcome.withLock { $0! }.get()
  }
}
