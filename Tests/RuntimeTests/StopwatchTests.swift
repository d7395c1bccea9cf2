import Testing

@testable import Runtime

struct StopwatchTests {
  @Test func `elapsed and remaining time follow the clock`() throws {
    let time = VirtualTime()
    let stopwatch = Stopwatch(time)
    let timeLeft = TimeLeft(.seconds(3), on: time)
    #expect(stopwatch.elapsed == .zero)
    #expect(timeLeft.duration == .seconds(3))
    try time.run { try await time.sleep(for: .seconds(2)) }
    #expect(stopwatch.elapsed == .seconds(2))
    #expect(timeLeft.duration == .seconds(1))
    try time.run { try await time.sleep(for: .seconds(2)) }
    #expect(timeLeft.duration == .seconds(-1))
  }
}
