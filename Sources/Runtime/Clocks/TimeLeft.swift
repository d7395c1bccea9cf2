/// What is left of a limited time, which begins when this is made.
package struct TimeLeft: Sendable {
  private let stopwatch: Stopwatch
  private let total: Duration

  package init(_ total: Duration, on clock: any Clock<Duration>) {
    self.total = total
    stopwatch = Stopwatch(clock)
  }

  /// Negative once the time is over.
  package var duration: Duration { total - stopwatch.elapsed }
}
