import Synchronization

/// A clock, the executor of the services' calls, and the way to wait for them.
///
/// This is the only seam between the synchronous conversation and the asynchronous services.
package protocol Time: TaskExecutor, Clock
where Duration == Swift.Duration, Instant == ElapsedTime {
  var scheduler: Scheduler { get }

  /// Called after a job or timer was added to the scheduler, from any thread.
  func workAdded()

  /// Blocks the calling thread until something has happened. May return spuriously.
  func wait()

  /// Ends the current `wait`, or the next one. May be called from any thread.
  func notify()
}

extension Time {
  /// The clock in the form that services take.
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
        // An earlier cancellation found no timer to cancel.
        if Task.isCancelled { scheduler.cancel(id) }
      }
    } onCancel: {
      scheduler.cancel(id)
    }
  }

  /// Calls a function on the executor after a delay, unless the timer is cancelled first.
  package func setTimer(
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
