import Accounts
import Secrets
import Testing

@testable import SQLiteAccounts

/// The rule for delays after failures.
struct FailuresTests {
  private let start: Int64 = 1_800_000_000

  /// Fails a number of times, each time as early as allowed. Returns each wait, and the time
  /// afterwards.
  private func fail(_ times: Int, from start: Int64) -> (Failures, waits: [Int64], now: Int64) {
    var (failures, waits, now) = (Failures(), [Int64](), start)
    for _ in 0..<times {
      let rest = failures.begin(at: now) ?? 0
      waits.append(rest)
      now += rest
      if rest > 0 { #expect(failures.begin(at: now) == nil) }
    }
    return (failures, waits, now)
  }

  @Test func `five attempts are free, then each wait is twice the last, up to 15 minutes`() {
    let waits = fail(18, from: start).waits
    #expect(waits == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  }

  @Test func `an attempt that must wait has not begun, and prolongs nothing`() {
    var (failures, _, now) = fail(10, from: start)
    let before = failures
    for second in 0..<32 as Range<Int64> {
      #expect(failures.begin(at: now + second) == 32 - second)
    }
    #expect(failures == before)
    #expect(failures.begin(at: now + 32) == nil)
  }

  @Test func `no more than 100 attempts are possible in a day`() {
    var (failures, _, now) = fail(16, from: start)
    let end = now + 86_400
    var tries = 0
    while now < end {
      if let rest = failures.begin(at: now) { now += rest } else { tries += 1 }
    }
    #expect((90...100).contains(tries), "\(tries)")
  }

  @Test(arguments: [1, 60, 86_400, 1_000_000_000] as [Int64])
  func `F72 if the clock goes back, no wait is longer than 15 minutes from then`(jump: Int64) {
    var (failures, _, now) = fail(30, from: start)
    now -= jump
    let rest = failures.begin(at: now)
    #expect(rest == 900)
    for second in [1, 450, 899] as [Int64] {
      #expect(
        failures.begin(at: now + second) == 900 - second,
        "the wait continues and doesn't start again")
    }
    #expect(failures.begin(at: now + 900) == nil)
  }

  @Test(arguments: [900, 86_400, 1_000_000_000, Int64.max - 1_800_000_000 - 1_000_000] as [Int64])
  func `F72 if the clock goes forward, one attempt is allowed, then the wait is the same again`(
    jump: Int64
  ) {
    var (failures, _, now) = fail(40, from: start)
    now += jump
    #expect(failures.begin(at: now) == nil)
    #expect(failures.begin(at: now) == 900, "the wait is still at its limit")
    #expect(failures.begin(at: start) == 900, "also when the clock is right again")
    #expect(failures.begin(at: start + 900) == nil)
  }

  @Test func `F72 a clock that stands still or is out of range does not avoid the wait`() {
    for moment in [start, 0, -5, Int64.min, Int64.max] {
      var failures = Failures()
      for _ in 0..<Failures.Rule.byName.free { #expect(failures.begin(at: moment) == nil) }
      for _ in 0..<5 { #expect(failures.begin(at: moment) == 1) }
    }
  }

  @Test func `a day without failures halves the count`() {
    var (failures, _, now) = fail(16, from: start)
    #expect(failures.count == 16)
    now += Failures.Rule.byName.halfLife
    #expect(failures.begin(at: now) == nil)
    #expect(failures.count == 9)
  }

  @Test func `no value in a store's row can break the rule`() {
    for count in [Int.min, -1, 0, 5, 64, Int.max] {
      for last in [Int64.min, -1, 0, Int64.max] {
        var failures = Failures(count: count, last: last)
        let rest = failures.begin(at: start) ?? 0
        #expect((0...900).contains(rest))
      }
    }
  }

  @Test func `by machine, 50 attempts are free, and no wait is longer than a minute`() {
    var (failures, waits, now) = (Failures(), [Int64](), start)
    for _ in 0..<60 {
      let rest = failures.begin(at: now, by: .byMachine) ?? 0
      waits.append(rest)
      now += rest
      if rest > 0 { #expect(failures.begin(at: now, by: .byMachine) == nil) }
    }
    #expect(waits == Array(repeating: 0, count: 50) + [1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
    #expect(failures.count == 60)
    #expect(failures.begin(at: now + 3_600, by: .byMachine) == nil)
    #expect(failures.count == 31, "an hour halves the count")
  }
}
