import Dispatch
import Runtime
import Testing

/// What real and virtual time have in common.
struct TimeTests {
  /// New ones for each test, because only one thread may wait for each.
  private static var kinds: [any Time] {
    [VirtualTime(), RealTime(ContinuousClock()) { fatalError("no thread") }]
  }

  @Test(arguments: kinds)
  func `a result is returned, and an error is rethrown`(time: any Time) throws {
    struct Failure: Error {}
    #expect(time.run { 42 } == 42)
    #expect(throws: Failure.self) { try time.run { throw Failure() } }
  }

  @Test(arguments: kinds)
  func `a cancelled sleep ends at once, even if it was cancelled before it began`(time: any Time) {
    let begin = time.now
    time.run {
      let sleeper = Task(executorPreference: time) { try await time.sleep(for: .seconds(3600)) }
      await Task.yield()
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
      let cancelled = Task(executorPreference: time) {
        withUnsafeCurrentTask { $0?.cancel() }
        try await time.sleep(for: .seconds(3600))
      }
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
    #expect(begin.duration(to: time.now) < .seconds(3600))
  }

  @Test(arguments: kinds)
  func `a continuation that another thread resumes wakes the waiting thread`(time: any Time) {
    let answer = time.run {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: 42) }
      }
    }
    #expect(answer == 42)
  }
}
