import Synchronization

/// A clock, the executor that the services' calls run on, and the way to wait for them: the one seam between
/// the conversation, which is synchronous, and the services, which are not.
package protocol Time: TaskExecutor, Clock
where Duration == Swift.Duration, Instant == ElapsedTime {
  var scheduler: Scheduler { get }

  /// Called after something was given to the scheduler, from any thread.
  func workAdded()

  /// Blocks the calling thread until something has happened. It may return for nothing.
  func wait()

  /// Ends a `wait`, the one under way or the next one. From any thread.
  func notify()
}

/// A point in time, by what has passed since the clock's beginning.
package struct ElapsedTime: InstantProtocol {
  var offset: Duration

  package func advanced(by duration: Duration) -> ElapsedTime {
    ElapsedTime(offset: offset + duration)
  }

  package func duration(to other: ElapsedTime) -> Duration { other.offset - offset }

  package static func < (left: ElapsedTime, right: ElapsedTime) -> Bool {
    left.offset < right.offset
  }
}

extension Time {
  /// As services take it.
  package var clock: any Clock<Duration> { self }

  package var minimumResolution: Duration { .nanoseconds(1) }

  package func enqueue(_ job: consuming ExecutorJob) {
    scheduler.enqueue(job)
    workAdded()
  }

  package func sleep(until deadline: ElapsedTime, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    if deadline <= now { return }
    let id = scheduler.newTimerID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        scheduler.add(
          Scheduler.Timer(id: id, deadline: deadline.offset) { isCancelled in
            continuation.resume(with: isCancelled ? .failure(CancellationError()) : .success(()))
          })
        workAdded()
        // A cancellation that came earlier has found no timer.
        if Task.isCancelled { scheduler.cancel(id) }
      }
    } onCancel: {
      scheduler.cancel(id)
    }
  }

  /// Calls a function after some time, on the executor, unless the timer is cancelled before.
  func setTimer(
    after duration: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Scheduler.TimerID {
    let id = scheduler.newTimerID()
    scheduler.add(
      Scheduler.Timer(id: id, deadline: now.offset + duration) { if !$0 { action() } })
    workAdded()
    return id
  }

  /// Runs an operation on the executor, and blocks the calling thread until it ends.
  package func run<Answer: Sendable, Failure: Error>(
    _ operation: sending @escaping () async throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let outcome = Mutex<Result<Answer, Failure>?>(nil)
    Task(executorPreference: self) {
      let result: Result<Answer, Failure>
      do throws(Failure) {
        result = .success(try await operation())
      } catch {
        result = .failure(error)
      }
      outcome.withLock { $0 = result }
      self.notify()
    }
    while true {
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      wait()
    }
  }
}
