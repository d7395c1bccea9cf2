import Synchronization
import Testing

@testable import Runtime

struct VirtualTimeTests {
  private final class Log: Sendable {
    private let state = Mutex<[String]>([])
    var lines: [String] { state.withLock { $0 } }
    func add(_ line: String) { state.withLock { $0.append(line) } }
  }

  @Test func `an operation that never waits ends without advancing time`() throws {
    let time = VirtualTime()
    #expect(time.run { 42 } == 42)
    #expect(time.now == VirtualTime.Instant(offset: .zero))
  }

  @Test func `sleeping for a year takes no real time, and advances the clock`() throws {
    let time = VirtualTime()
    let year = Duration.seconds(365 * 24 * 3_600)
    try time.run { try await time.sleep(for: year) }
    #expect(time.now.offset == year)
    try time.run { try await time.sleep(for: .nanoseconds(1)) }
    #expect(time.now.offset == year + .nanoseconds(1))
  }

  @Test func `time advances to the deadlines in order`() throws {
    let time = VirtualTime()
    let log = Log()
    try time.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for seconds in [5, 1, 4, 2, 3] {
          group.addTask {
            try await time.sleep(for: .seconds(seconds))
            log.add("\(seconds) at \(time.now.offset)")
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(log.lines == (1...5).map { "\($0) at \(Duration.seconds($0))" })
  }

  @Test func `sleepers with equal deadlines wake in the order in which they began`() throws {
    for _ in 0..<20 {
      let time = VirtualTime()
      let log = Log()
      try time.run {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<10 {
            group.addTask {
              try await time.sleep(for: .seconds(1))
              log.add("\(number)")
            }
          }
          try await group.waitForAll()
        }
      }
      #expect(log.lines == (0..<10).map { "\($0)" })
    }
  }

  @Test func `all runnable jobs run before time advances`() throws {
    let time = VirtualTime()
    let log = Log()
    try time.run {
      async let late: Void = {
        try await time.sleep(for: .seconds(1))
        log.add("late")
      }()
      for number in 0..<100 {
        await Task.yield()
        log.add("\(number)")
        #expect(time.now.offset == .zero)
      }
      try await late
    }
    #expect(log.lines == (0..<100).map { "\($0)" } + ["late"])
  }

  @Test func `a deadline in the past does not turn time back`() throws {
    let time = VirtualTime()
    try time.run {
      try await time.sleep(for: .seconds(10))
      try await time.sleep(until: VirtualTime.Instant(offset: .seconds(3)), tolerance: nil)
    }
    #expect(time.now.offset == .seconds(10))
  }

  @Test func `the earlier deadline wins a race, and the other one is cancelled`() throws {
    let time = VirtualTime()
    let winner = time.run {
      await withTaskGroup(of: String.self) { group in
        group.addTask {
          (try? await time.sleep(for: .seconds(10))).map { "deadline" } ?? "cancelled"
        }
        group.addTask { (try? await time.sleep(for: .seconds(2))).map { "answer" } ?? "cancelled" }
        let first = await group.next()
        group.cancelAll()
        return first
      }
    }
    #expect(winner == "answer")
    #expect(time.now.offset == .seconds(2))
  }
}
