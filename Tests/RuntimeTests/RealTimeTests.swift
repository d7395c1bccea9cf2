import Glibc
import TestSupport
import Testing

@testable import Runtime

/// Properties that don't depend on the actual time.
struct RealTimeTests {
  private func time() -> RealTime { RealTime(ContinuousClock()) { fatalError("no thread") } }

  @Test func `a sleep ends no earlier than it should`() throws {
    let time = time()
    let (begin, end) = try time.run {
      let begin = time.now
      try await time.sleep(for: .milliseconds(20))
      return (begin, time.now)
    }
    #expect(begin.duration(to: end) >= .milliseconds(20))
  }

  @Test func `a sleep that begins later and ends earlier is not delayed`() throws {
    let time = time()
    try time.run {
      let late = Task(executorPreference: time) { try await time.sleep(for: .seconds(3600)) }
      await Task.yield()
      try await time.sleep(for: .milliseconds(1))
      late.cancel()
    }
  }

  @Test func `all jobs run on one thread, which is not the waiting one`() {
    let time = time()
    let here = pthread_self()
    let threads = time.run {
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
    #expect(Set(threads).count == 1)
    #expect(!threads.contains(here))
  }

  @Test func `its thread does not keep it alive`() {
    weak var gone: RealTime?
    do {
      let time = time()
      time.run { await Task.yield() }
      gone = time
    }
    #expect(Deadline.awaits { gone == nil })
  }
}
