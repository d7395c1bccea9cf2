import HTTP

/// The time that one call of the service has left for all its exchanges.
struct TimeLeft: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let total: Duration

  /// Starts now.
  init(_ total: Duration, on clock: any Clock<Duration>) {
    self.total = total
    elapsed = Self.stopwatch(clock)
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// What is left; it throws `HTTPFailure` where that is nothing.
  func rest() throws -> Duration {
    let rest = total - elapsed()
    guard rest > .zero else {
      throw HTTPFailure(.timedOut, mayHaveArrived: false, detail: "no time was left to ask")
    }
    return rest
  }
}
