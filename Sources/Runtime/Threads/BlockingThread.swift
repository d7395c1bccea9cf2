import Glibc

/// A thread for work that blocks: files, locks, and deliberately slow hashes. Swift's own threads are
/// not meant for that, and once they have been used, the runtime wakes up every second forever.
///
/// It starts with its first work item, runs one item at a time, costs nothing while idle, and ends
/// with its owner.
package final class BlockingThread: Sendable {
  private let queue = WorkQueue()

  package init() {}

  deinit {
    queue.close()
  }

  package var isStarted: Bool { queue.isStarted }

  /// Runs some work on the thread, after all work that was added earlier.
  ///
  /// - Returns: `false` if the system can't create a thread. The work is then not done.
  package func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    queue.add(work)
  }

  /// Runs some work on the thread and returns its result.
  package func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
    await withCheckedContinuation { continuation in
      let isTaken = queue.add { continuation.resume(returning: work()) }
      // If there is no thread, do the work here: late is better than never.
      if !isTaken { continuation.resume(returning: work()) }
    }
  }
}

/// The work that waits for the thread. `@unchecked`, because it is the mutex that makes it safe.
private final class WorkQueue: @unchecked Sendable {
  typealias Work = @Sendable () -> Void

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [Work] = []
  private var hasStarted = false
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

  var isStarted: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return hasStarted
  }

  /// - Returns: Whether a thread will do the work; `false` if none can be created.
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

  /// Starts the thread. The process's signals are left to other threads. The exception is signals
  /// that report the thread's own crash: if blocked, they would end the program before a handler
  /// could run.
  private func start() -> Bool {
    var held = sigset_t()
    var before = sigset_t()
    sigfillset(&held)
    for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT] {
      sigdelset(&held, crash)
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
        WorkQueue.keepStackOutOfDumps()
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

  /// Excludes the new thread's stack from core dumps, like locked memory: it may contain parts of
  /// secrets, which nothing overwrites while the thread is idle.
  private static func keepStackOutOfDumps() {
    var size = 0
    withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
      pthread_attr_init(attributes.baseAddress!)
      pthread_attr_getstacksize(attributes.baseAddress!, &size)
    }
    // The lowest pages and the C library's part at the top are not covered.
    let length = size - 65_536
    guard length > 0 else { return }
    withUnsafeMutableBytes(of: &size) { here in
      let page = UInt(sysconf(CInt(_SC_PAGESIZE)))
      let top = (UInt(bitPattern: here.baseAddress) / page + 1) * page
      _ = madvise(UnsafeMutableRawPointer(bitPattern: top - UInt(length)), length, MADV_DONTDUMP)
    }
  }

  /// Waits for work. Returns `nil` when the queue is closed and empty.
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
