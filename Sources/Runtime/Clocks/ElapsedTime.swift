/// A point in time, as an offset from the clock's start.
package struct ElapsedTime: InstantProtocol {
  package var offset: Duration

  package init(offset: Duration) {
    self.offset = offset
  }

  package func advanced(by duration: Duration) -> ElapsedTime {
    ElapsedTime(offset: offset + duration)
  }

  package func duration(to other: ElapsedTime) -> Duration { other.offset - offset }

  package static func < (left: ElapsedTime, right: ElapsedTime) -> Bool {
    left.offset < right.offset
  }
}
