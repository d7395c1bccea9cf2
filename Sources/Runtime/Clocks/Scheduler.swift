import Synchronization

/// A queue of jobs that are ready to run, and a list of timers. Safe to use from any thread.
package final class Scheduler: Sendable {
  package typealias TimerID = Int

  struct Timer {
    let id: TimerID
    /// As an offset from the clock's start.
    let deadline: Duration
    /// Called once, at the deadline or when the timer is cancelled.
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

  /// Removes and returns the oldest job, or returns `nil` if there is none.
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

  /// Cancels a timer unless it has already ended. O(*n*) in the number of timers.
  package func cancel(_ id: TimerID) {
    let timer = state.withLock { state in
      state.timers.firstIndex { $0.id == id }.map { state.timers.remove(at: $0) }
    }
    timer?.end(true)
  }

  /// Removes the timer with the earliest deadline; the oldest, if there are several. O(*n*) in the
  /// number of timers.
  ///
  /// - Parameter latest: If given, a timer with a later deadline is left in place.
  /// - Returns: The timer, or `nil` if there is none.
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

  /// The earliest deadline, or `nil` if there is no timer.
  var nextDeadline: Duration? { state.withLock { $0.timers.map(\.deadline).min() } }
}
