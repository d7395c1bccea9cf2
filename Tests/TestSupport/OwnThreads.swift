import Glibc
import Synchronization
import Testing

/// Runs a test and its tasks on separate threads, so that they may block. On Swift's few shared
/// threads, two blocking tests would stop all others.
///
/// Only a few of these tests run at a time. Each starts programs, and hundreds of them at once
/// would exhaust processor and memory.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package init() {}

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Turnstile.shared.enter()
    defer { Turnstile.shared.leave() }
    try await withTaskExecutorPreference(ThreadForEachJob.shared) { try await function() }
  }
}

/// Admits a few tests at a time.
private final class Turnstile: Sendable {
  static let shared = Turnstile(width: max(4, 2 * sysconf(CInt(_SC_NPROCESSORS_ONLN))))

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(width: Int) {
    state = Mutex(State(free: width))
  }

  func enter() async {
    await withCheckedContinuation { arrival in
      let isFree = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(arrival)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { arrival.resume() }
    }
  }

  /// Admits the test that arrived last. Otherwise, each test of a serialized suite would have to
  /// wait for all tests of the other suites.
  func leave() {
    let next = state.withLock { state in
      let next = state.waiting.popLast()
      if next == nil { state.free += 1 }
      return next
    }
    next?.resume()
  }
}

/// An executor on which no job waits for another.
private final class ThreadForEachJob: TaskExecutor {
  static let shared = ThreadForEachJob()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    startThread { job.runSynchronously(on: ThreadForEachJob.shared.asUnownedTaskExecutor()) }
  }
}
