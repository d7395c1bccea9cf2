import Runtime

/// The verdict at the right end of a line that is being typed.
struct RightPrompt {
  /// Returns the text for a line, at most `room` columns wide.
  typealias Judge = (_ line: [Code], _ room: Int) -> LiveText

  private let verdict: Judge?
  private var judged: (line: [Code], room: Int)?
  private var shown = LiveText.nothing
  /// How long the text stays correct, or `nil` for no limit.
  private var timeLeft: TimeLeft?
  /// Whether the text was removed and the line has not been judged since.
  private(set) var isDropped = false
  private var hasEnded = false

  /// The text to draw; may be empty.
  var text: String { shown.text }

  /// The line to which Tab completes, or `nil` for none.
  var completion: String? { shown.completion }

  /// - Parameter verdict: `nil` if there is never a text.
  init(_ verdict: Judge?) {
    self.verdict = verdict
  }

  var isUnused: Bool { verdict == nil }

  /// The milliseconds until the same line must be judged again, rounded up, or `nil` for never.
  var patience: CInt? {
    guard let timeLeft else { return nil }
    let left = (timeLeft.duration / .milliseconds(1)).rounded(.up)
    return CInt(min(max(left, 0), 60_000))
  }

  private var isOver: Bool { timeLeft.map { $0.duration <= .zero } ?? false }

  /// Requests the verdict, unless the same line has been judged and that verdict has not expired.
  ///
  /// - Returns: Whether the text has changed.
  mutating func judge(_ line: [Code], room: Int) -> Bool {
    guard let verdict, !hasEnded else { return false }
    if let judged, judged.room == room, judged.line == line, !isOver { return false }
    judged = (line, room)
    isDropped = false
    let old = shown.text
    shown = verdict(line, room)
    timeLeft = shown.lasts.map { TimeLeft($0, on: ContinuousClock()) }
    return shown.text != old
  }

  /// Discards the verdict, because the same line may now have another one.
  mutating func judgeAgain() {
    judged = nil
  }

  /// Whether the text must disappear with the next change of the line.
  var isTiedToLine: Bool { !shown.mayOutlast && !shown.text.isEmpty }

  /// Called before the line changes.
  ///
  /// - Returns: Whether the text must be removed now.
  mutating func lineChanges() -> Bool {
    guard isTiedToLine else { return false }
    shown = .nothing
    // Even if the line turns out to be the same, judge it again.
    judged = nil
    isDropped = true
    return true
  }

  /// Removes the text permanently.
  mutating func end() {
    hasEnded = true
    isDropped = false
    shown = .nothing
    timeLeft = nil
  }
}
