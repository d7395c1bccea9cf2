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

  private let instant = Mutex(Instant(offset: .zero))
  private let scheduler = Scheduler()

  package init() {}

  package var now: Instant { instant.withLock { $0 } }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func enqueue(_ job: consuming ExecutorJob) {
    scheduler.enqueue(job)
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    if deadline <= now { return }
    try await scheduler.sleep(until: deadline.offset)
  }

  /// Runs an operation, and everything it starts here, on the calling thread until it ends.
  package func run<Answer: Sendable>(
    _ operation: sending @escaping () async throws -> Answer
  ) throws -> Answer {
    try scheduler.run(on: self, operation) { step() }
  }

  private func step() {
    if let job = scheduler.takeJob() {
      job.runSynchronously(on: asUnownedTaskExecutor())
    } else if let sleeper = scheduler.takeSleeper() {
      instant.withLock { $0.offset = max($0.offset, sleeper.deadline) }
      sleeper.wake()
    } else {
      scheduler.wait()
    }
  }
}
