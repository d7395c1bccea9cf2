import Dispatch
import Glibc
import Testing

@testable import Chat

/// What holds whatever the real time is.
struct RealTimeTests {
  private func time() -> RealTime { RealTime(ContinuousClock()) }

  @Test func `an answer and an error come out`() throws {
    struct Failure: Error {}
    #expect(try time().run { 42 } == 42)
    #expect(throws: Failure.self) { try time().run { throw Failure() } }
  }

  @Test func `a sleep ends no earlier than it should`() throws {
    let time = time()
    let (begin, end) = try time.run {
      let begin = time.now
      try await time.sleep(for: .milliseconds(20))
      return (begin, time.now)
    }
    #expect(end - begin >= .milliseconds(20))
  }

  @Test func `a sleep that begins later and ends earlier is not waited past`() throws {
    let time = time()
    try time.run {
      let late = Task(executorPreference: time) { try await time.sleep(for: .seconds(3600)) }
      await Task.yield()
      try await time.sleep(for: .milliseconds(1))
      late.cancel()
    }
  }

  @Test func `a sleep that is cancelled ends at once, before it begins too`() throws {
    let time = time()
    try time.run {
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
  }

  @Test func `what another thread ends wakes the loop`() throws {
    let answer = try time().run {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: 42) }
      }
    }
    #expect(answer == 42)
  }

  @Test func `all runs on the thread that asked`() throws {
    let time = time()
    let here = pthread_self()
    let threads = try time.run {
      await withTaskGroup(of: pthread_t.self) { group in
        for _ in 0..<10 {
          group.addTask {
            await Task.yield()
            return pthread_self()
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(threads.allSatisfy { $0 == here })
  }
}
