import Synchronization

/// Jobs that can run, and timers. From any thread.
package final class Scheduler: Sendable {
  typealias TimerID = Int

  struct Timer {
    let id: TimerID
    /// On the clock's `ElapsedTime`.
    let deadline: Duration
    /// Called once, when the time has come or when the timer is cancelled.
    let end: @Sendable (_ isCancelled: Bool) -> Void
  }

  private struct State {
    var jobs: [UnownedJob] = []
    var timers: [Timer] = []
    var lastID = 0
  }

  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// The job that has waited longest; `nil` if there is none.
  func takeJob() -> UnownedJob? {
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }

  func newTimerID() -> TimerID {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  func add(_ timer: Timer) {
    state.withLock { $0.timers.append(timer) }
  }

  /// Cancels a timer, if it has not ended yet. O(timers).
  func cancel(_ id: TimerID) {
    let timer = state.withLock { state in
      state.timers.firstIndex { $0.id == id }.map { state.timers.remove(at: $0) }
    }
    timer?.end(true)
  }

  /// Takes out the timer with the earliest deadline; of several, the oldest. `nil` if there is none, or none
  /// whose deadline is `latest` or before. O(timers).
  func takeTimer(noLaterThan latest: Duration? = nil) -> Timer? {
    state.withLock { state in
      let first = state.timers.indices.min {
        let (left, right) = (state.timers[$0], state.timers[$1])
        return (left.deadline, left.id) < (right.deadline, right.id)
      }
      guard let first, latest.map({ state.timers[first].deadline <= $0 }) ?? true else {
        return nil
      }
      return state.timers.remove(at: first)
    }
  }

  /// The earliest deadline; `nil` if there is no timer.
  var nextDeadline: Duration? { state.withLock { $0.timers.map(\.deadline).min() } }
}
