import Conversation
import Runtime

/// The remaining time of a pause, as text that changes every second.
struct Countdown: Sendable {
  /// The refused call.
  let call: CheckID
  private let timeLeft: TimeLeft

  /// The text to show now.
  struct Moment: Equatable {
    /// Minutes and seconds, "2:59"; an hour or more as "1:00:00".
    let words: String
    /// How long the text stays correct.
    let lasts: Duration
  }

  /// Starts counting now.
  init(_ call: CheckID, length: Duration, on clock: any Clock<Duration>) {
    self.call = call
    timeLeft = TimeLeft(length, on: clock)
  }

  /// The remaining time, rounded up to whole seconds; `nil` when the pause is over.
  var moment: Moment? {
    let left = timeLeft.duration
    guard left > .zero else { return nil }
    let (whole, rest) = left.components
    let seconds = whole + (rest > 0 ? 1 : 0)
    return Moment(words: Self.words(seconds), lasts: left - .seconds(seconds - 1))
  }

  /// The columns that the countdown needs at the right of a line, including the space around it.
  var columns: Int { 12 }

  /// Returns a duration as `M:SS` or `H:MM:SS`.
  static func words(_ seconds: Int64) -> String {
    func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let end = ":" + padded(seconds % 60)
    return hours > 0 ? "\(hours):\(padded(minutes))" + end : "\(minutes)" + end
  }
}
