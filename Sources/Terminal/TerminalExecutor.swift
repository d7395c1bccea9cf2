import Threads

/// Runs an actor's jobs one after another on a thread of its own, which may block.
final class TerminalExecutor: SerialExecutor {
  private let thread = BlockingThread(takesSignals: true)

  func enqueue(_ job: consuming ExecutorJob) {
    let (job, executor) = (UnownedJob(job), asUnownedSerialExecutor())
    let isTaken = thread.add { job.runSynchronously(on: executor) }
    precondition(isTaken, "no thread for the terminal")
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
