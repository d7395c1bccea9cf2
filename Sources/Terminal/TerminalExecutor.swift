import Glibc

/// Runs an actor's jobs one after another on a thread of its own, which may block.
final class TerminalExecutor: SerialExecutor {
  private let jobs = JobQueue()

  init() {
    var thread = pthread_t()
    let jobs = Unmanaged.passRetained(jobs)
    let status = pthread_create(
      &thread, nil,
      { argument in
        let jobs = Unmanaged<JobQueue>.fromOpaque(argument!).takeRetainedValue()
        while let (job, executor) = jobs.next() {
          job.runSynchronously(on: executor)
        }
        return nil
      }, jobs.toOpaque())
    precondition(status == 0, "no thread for the terminal")
    pthread_detach(thread)
  }

  deinit {
    jobs.close()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(UnownedJob(job), asUnownedSerialExecutor())
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

/// The jobs that wait for the thread. Unchecked, because the mutex is what makes it safe.
private final class JobQueue: @unchecked Sendable {
  typealias Entry = (UnownedJob, UnownedSerialExecutor)

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var entries: [Entry] = []
  private var isClosed = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  func add(_ job: UnownedJob, _ executor: UnownedSerialExecutor) {
    pthread_mutex_lock(mutex)
    entries.append((job, executor))
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Waits for a job. Nil when the queue is closed and empty.
  func next() -> Entry? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while entries.isEmpty {
      if isClosed { return nil }
      pthread_cond_wait(changed, mutex)
    }
    return entries.removeFirst()
  }
}
