import Dispatch
import Synchronization
import Threads

/// Real time. What is given to it runs on a thread of its own, which is started when it is first needed and
/// sleeps until the next timer when nothing can run.
///
/// Swift's own threads would do the same, but once they have been used, a watchman of theirs wakes each
/// second for ever; a prompt at which no one types must take no processor time. What blocks must not run
/// here.
package final class RealTime: Time {
  package let scheduler = Scheduler()
  private let source: ContinuousClock
  private let start: ContinuousClock.Instant
  private let thread = BlockingThread()
  private let hasThread = Atomic(false)
  private let work = DispatchSemaphore(value: 0)
  private let news = DispatchSemaphore(value: 0)
  /// Without room for a thread, the thread that waits runs what can run.
  private let isThreadless = Atomic(false)
  private let onNoThread: (@Sendable () -> Never)?

  /// - Parameter onNoThread: called if the system has no room for a thread, for a caller that doesn't always
  ///   wait with `wait`; `nil` if the thread that waits may run what is given to this.
  package init(_ source: ContinuousClock, onNoThread: (@Sendable () -> Never)? = nil) {
    self.source = source
    start = source.now
    self.onNoThread = onNoThread
  }

  deinit {
    work.signal()
  }

  package var now: ElapsedTime { ElapsedTime(offset: start.duration(to: source.now)) }

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
      // Not kept alive while it waits, so that the thread ends with its owner.
      while let end = self?.runAllThatCanRun() { _ = work.wait(timeout: end) }
    }
    if isStarted { return }
    onNoThread?()
    isThreadless.store(true, ordering: .releasing)
  }

  /// - Returns: when the next timer ends.
  private func runAllThatCanRun() -> DispatchTime {
    while runNext() {}
    return nextEnd
  }

  /// - Returns: whether there was anything to run.
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
    // Not more than a day at once, so that the nanoseconds are a number. Rounded up: not to wake too early.
    let rest = min(max(deadline - now.offset, .zero), .seconds(86_400))
    return .now() + .nanoseconds(Int(rest / .nanoseconds(1)) + 1)
  }
}
