/// The real clock and the executor that drives it: one thread runs what can run, and sleeps until the next
/// timer when nothing can.
///
/// Swift's own threads would do the same, but once they have been used, a watchman of theirs wakes each
/// second for ever; a prompt at which nobody types is to take no processor time. What blocks must not run
/// here: it has a thread of its own, as `Terminal` has.
package final class RealTime: TaskExecutor, Clock {
  package typealias Instant = ContinuousClock.Instant

  private let clock: ContinuousClock
  private let start: Instant
  private let scheduler = Scheduler()

  package init(_ clock: ContinuousClock) {
    self.clock = clock
    start = clock.now
  }

  package var now: Instant { clock.now }
  package var minimumResolution: Duration { clock.minimumResolution }

  package func enqueue(_ job: consuming ExecutorJob) {
    scheduler.enqueue(job)
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    if deadline <= now { return }
    try await scheduler.sleep(until: start.duration(to: deadline))
  }

  /// Runs an operation, and everything it starts here, on the calling thread until it ends.
  package func run<Answer: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    try scheduler.run(on: self, operation) { step() }
  }

  private func step() {
    scheduler.takeSleeper(noLaterThan: start.duration(to: clock.now))?.wake()
    if let job = scheduler.takeJob() {
      return job.runSynchronously(on: asUnownedTaskExecutor())
    }
    guard let deadline = scheduler.nextDeadline else { return scheduler.wait() }
    // Not more than a day at once, so that the nanoseconds are a number. Rounded up: not to wake too early.
    let rest = min(max(deadline - start.duration(to: clock.now), .zero), .seconds(86_400))
    scheduler.wait(nanoseconds: Int(rest / .nanoseconds(1)) + 1)
  }
}
