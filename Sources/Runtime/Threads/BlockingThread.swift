import Dispatch
import Glibc
import Synchronization

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

/// The work that waits for the thread.
private final class WorkQueue: Sendable {
  typealias Work = @Sendable () -> Void

  private struct State {
    var waiting: [Work] = []
    var hasStarted = false
  }

  private let state = Mutex(State())
  /// Signalled once for each piece of work, and once more when there will be no more.
  private let changed = DispatchSemaphore(value: 0)

  var isStarted: Bool { state.withLock { $0.hasStarted } }

  /// - Returns: Whether a thread will do the work; `false` if none can be created.
  func add(_ work: @escaping Work) -> Bool {
    let isTaken = state.withLock { state in
      if !state.hasStarted { state.hasStarted = start() }
      if state.hasStarted { state.waiting.append(work) }
      return state.hasStarted
    }
    if isTaken { changed.signal() }
    return isTaken
  }

  func close() { changed.signal() }

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
    changed.wait()
    return state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }
}

/// The error if the system can't create a thread: the user has too many, or there is no memory for
/// its stack.
package struct NoThread: Error, Equatable, CustomStringConvertible {
  package init() {}

  package var description: String {
    "can't create another thread (ulimit -u, ulimit -v)"
  }
}
