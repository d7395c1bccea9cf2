import Glibc

/// A thread for what blocks: a terminal, files, locks, and hashes that are slow on purpose. Swift's own
/// threads are not for that, and once they have been used, a watchman of theirs wakes each second for ever.
///
/// It starts with its first work, does one after the other, sleeps without any cost in between, and ends
/// with its owner.
package final class BlockingThread: Sendable {
  private let queue: WorkQueue

  /// - Parameter takesSignals: whether all of the process's signals may be handled on it, and so interrupt
  ///   what it waits for.
  package init(takesSignals: Bool = false) {
    queue = WorkQueue(takesSignals: takesSignals)
  }

  deinit {
    queue.close()
  }

  package var isStarted: Bool { queue.isStarted }

  /// Does some work there, after all that was given to it before.
  ///
  /// - Returns: false where the machine has no room for a thread: the work is then not done.
  package func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    queue.add(work)
  }

  /// Does some work there, and waits for its answer.
  package func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
    await withCheckedContinuation { continuation in
      let isTaken = queue.add { continuation.resume(returning: work()) }
      // A machine without room for a thread: late is better than never.
      if !isTaken { continuation.resume(returning: work()) }
    }
  }
}

/// The work that waits for a thread. Unchecked, because the mutex is what makes it safe.
private final class WorkQueue: @unchecked Sendable {
  typealias Work = @Sendable () -> Void

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [Work] = []
  private var hasStarted = false
  private var isClosed = false
  private let takesSignals: Bool

  init(takesSignals: Bool) {
    self.takesSignals = takesSignals
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  var isStarted: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return hasStarted
  }

  /// - Returns: whether a thread will do it; false when none can be had.
  func add(_ work: @escaping Work) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if !hasStarted { hasStarted = start() }
    guard hasStarted else { return false }
    waiting.append(work)
    pthread_cond_signal(changed)
    return true
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Starts the thread. The signals that it does not take are for the program's other threads, but for
  /// those that tell of its own crash: held back, they would end the program before a handler could.
  private func start() -> Bool {
    var held = sigset_t()
    var before = sigset_t()
    if takesSignals {
      sigemptyset(&held)
    } else {
      sigfillset(&held)
      for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT] {
        sigdelset(&held, crash)
      }
    }
    pthread_sigmask(SIG_SETMASK, &held, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return startThread()
  }

  private func startThread() -> Bool {
    var thread = pthread_t()
    let queue = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { argument in
        let queue = Unmanaged<WorkQueue>.fromOpaque(argument!).takeRetainedValue()
        SignalStack.withOne {
          while let work = queue.next() { work() }
        }
        return nil
      }, queue.toOpaque())
    guard status == 0 else {
      queue.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Waits for work. Nil when the queue is closed and empty.
  private func next() -> Work? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while waiting.isEmpty {
      if isClosed { return nil }
      pthread_cond_wait(changed, mutex)
    }
    return waiting.removeFirst()
  }
}
