import Dispatch
import Synchronization

/// Time that stands still while anything can run, and jumps to the next timer when nothing can. All that is
/// given to it runs on the thread that waits, takes no real time to wait, and always goes the same way.
package final class VirtualTime: Time {
  package let scheduler = Scheduler()
  private let elapsed = Mutex(Duration.zero)
  private let news = DispatchSemaphore(value: 0)

  package init() {}

  package var now: ElapsedTime { ElapsedTime(offset: elapsed.withLock { $0 }) }

  package func workAdded() { news.signal() }

  package func notify() { news.signal() }

  /// Does one thing that can be done. Where nothing can, another thread has to bring something.
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
