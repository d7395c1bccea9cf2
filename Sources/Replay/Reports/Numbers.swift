import Text

extension Duration {
  /// The duration in whole microseconds, rounded down and clamped to the range from 0 to a thousand
  /// years.
  var microseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int(min(seconds, 31_557_600_000)) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }

  /// The duration in seconds with three decimal places, such as `0.021`.
  var inSeconds: String {
    let milliseconds = microseconds / 1000
    let rest = milliseconds % 1000
    return "\(milliseconds / 1000)." + (rest < 10 ? "00" : rest < 100 ? "0" : "") + "\(rest)"
  }
}

extension Int {
  /// Returns the number with a noun in the singular or plural, such as `1 turn` or `2 turns`.
  func of(_ noun: String) -> String {
    grouped + " " + noun + (self == 1 ? "" : "s")
  }
}
