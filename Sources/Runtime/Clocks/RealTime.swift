import Dispatch
import Synchronization

/// Real time. Jobs and timers run on one thread, which starts when it is first needed and sleeps
/// until the next timer when there is nothing to run.
///
/// Swift's own thread pool is not used: after its first use, its manager wakes once a second for as
/// long as the process runs, and an idle prompt must take no processor time. Jobs must not block.
package final class RealTime: Time {
  package let scheduler = Scheduler()
  private let stopwatch: Stopwatch
  private let thread = BlockingThread()
  private let hasThread = Atomic(false)
  private let work = DispatchSemaphore(value: 0)
  private let news = DispatchSemaphore(value: 0)
  /// Whether the thread could not be created, so that the waiting thread runs the jobs.
  private let isThreadless = Atomic(false)
  private let onNoThread: (@Sendable () -> Never)?

  /// - Parameter onNoThread: Called if the thread can't be created. `nil` if the waiting thread may
  ///   then run the jobs, which requires the caller to do all its waiting with `wait`.
  package init(_ source: ContinuousClock, onNoThread: (@Sendable () -> Never)? = nil) {
    stopwatch = Stopwatch(source)
    self.onNoThread = onNoThread
  }

  deinit {
    work.signal()
  }

  package var now: ElapsedTime { ElapsedTime(offset: stopwatch.elapsed) }

  package func workAdded() {
    if !hasThread.exchange(true, ordering: .relaxed) { startThread() }
    work.signal()
  }

  package func wait() {
    guard isThreadless.load(ordering: .acquiring) else { return news.wait() }
    if !runNext() { _ = work.wait(timeout: nextEnd) }
  }

  package func notify() { (isThreadless.load(ordering: .acquiring) ? work : news).signal() }

  private func startThread() {
    let isStarted = thread.add { [weak self, work] in
      // Don't retain the owner while waiting, so that the thread ends when the owner is released.
      while let end = self?.runAllThatCanRun() { _ = work.wait(timeout: end) }
    }
    if isStarted { return }
    onNoThread?()
    isThreadless.store(true, ordering: .releasing)
  }

  /// - Returns: The deadline of the next timer.
  private func runAllThatCanRun() -> DispatchTime {
    while runNext() {}
    return nextEnd
  }

  /// - Returns: Whether there was anything to run.
  private func runNext() -> Bool {
    if let timer = scheduler.takeTimer(noLaterThan: now.offset) {
      timer.end(false)
    } else if let job = scheduler.takeJob() {
      job.runSynchronously(on: asUnownedTaskExecutor())
    } else {
      return false
    }
    return true
  }

  private var nextEnd: DispatchTime {
    guard let deadline = scheduler.nextDeadline else { return .distantFuture }
    // At most a day, so that the nanoseconds fit an Int. Rounded up, so as not to wake early.
    let rest = min(max(deadline - now.offset, .zero), .seconds(86_400))
    return .now() + .nanoseconds(Int(rest / .nanoseconds(1)) + 1)
  }
}
