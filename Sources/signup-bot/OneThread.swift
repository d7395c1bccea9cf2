import Dispatch

/// Runs tasks one at a time. A conversation waits for its service and the service for it, so that threads
/// would only hand each other their work; and reading, which blocks, stays off Swift's own threads.
final class OneThread: TaskExecutor {
  private let queue = DispatchQueue(label: "conversations")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
