import Dispatch
import Synchronization

/// Time that stands still while jobs can run, and jumps to the next timer when none can.
///
/// Jobs and timers run on the waiting thread, in the same order each time, without any real delay.
package final class VirtualTime: Time {
  package let scheduler = Scheduler()
  private let elapsed = Mutex(Duration.zero)
  private let news = DispatchSemaphore(value: 0)

  package init() {}

  package var now: ElapsedTime { ElapsedTime(offset: elapsed.withLock { $0 }) }

  package func workAdded() { news.signal() }

  package func notify() { news.signal() }

  /// Runs one job or timer. If there is none, waits until another thread adds one.
  package func wait() {
    if let job = scheduler.takeJob() {
      job.runSynchronously(on: asUnownedTaskExecutor())
    } else if let timer = scheduler.takeTimer() {
      elapsed.withLock { $0 = max($0, timer.deadline) }
      timer.end(false)
    } else {
      news.wait()
    }
  }
}
