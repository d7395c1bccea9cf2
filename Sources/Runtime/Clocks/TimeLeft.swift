import HTTP

/// The time that is left for all exchanges of one call of the service.
struct TimeLeft: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let total: Duration

  /// Starts measuring now.
  init(_ total: Duration, on clock: any Clock<Duration>) {
    self.total = total
    elapsed = Self.stopwatch(clock)
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Returns the time that is left; throws `HTTPFailure` if there is none.
  func rest() throws -> Duration {
    let rest = total - elapsed()
    guard rest > .zero else {
      throw HTTPFailure(.timedOut, mayHaveArrived: false, detail: "no time was left to ask")
    }
    return rest
  }
}
