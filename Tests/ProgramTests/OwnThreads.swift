import Glibc
import Testing

/// Runs a test, and what it starts, on threads of its own, so that it may block. On Swift's few shared
/// threads two tests that block would stop all others.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(ThreadForEachJob.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// See `OwnThreads`.
  static var ownThreads: Self { OwnThreads() }
}

/// An executor that never makes a job wait for another.
private final class ThreadForEachJob: TaskExecutor {
  static let shared = ThreadForEachJob()

  private final class Box {
    let job: UnownedJob
    init(_ job: UnownedJob) { self.job = job }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(UnownedJob(job)))
    let code = pthread_create(
      &thread, nil,
      { argument in
        let box = Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue()
        box.job.runSynchronously(on: ThreadForEachJob.shared.asUnownedTaskExecutor())
        return nil
      }, box.toOpaque())
    precondition(code == 0, "no thread left")
    pthread_detach(thread)
  }
}
