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
