/// Measures the time since it was created.
package struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  package init(_ clock: any Clock<Duration>) {
    read = Self.reading(clock)
  }

  package var elapsed: Duration { read() }

  private static func reading(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// The remaining part of a time limit that starts when this is created.
package struct TimeLeft: Sendable {
  private let stopwatch: Stopwatch
  private let total: Duration

  package init(_ total: Duration, on clock: any Clock<Duration>) {
    self.total = total
    stopwatch = Stopwatch(clock)
  }

  /// Negative after the time limit.
  package var duration: Duration { total - stopwatch.elapsed }
}
