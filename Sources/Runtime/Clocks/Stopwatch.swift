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
