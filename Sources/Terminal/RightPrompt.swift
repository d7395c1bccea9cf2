/// What stands at the right end of a line that is being typed.
package struct LiveText: Equatable, Sendable {
  package var text: String
  /// Whether it may stand beside a text that isn't judged yet, for as long as judging takes. What can't
  /// is taken away with the key that makes it untrue.
  package var mayOutlast: Bool
  /// How long the text stays correct while the line does not change; `nil` for no limit.
  package var lasts: Duration?

  package static let nothing = LiveText("", mayOutlast: true)

  package init(_ text: String, mayOutlast: Bool, lasts: Duration? = nil) {
    self.text = text
    self.mayOutlast = mayOutlast
    self.lasts = lasts
  }
}

/// The verdict at the right end of a line that is being typed.
struct RightPrompt {
  /// What stands there for a line, in no more than so many columns.
  typealias Verdict = (_ line: [Code], _ room: Int) -> LiveText

  private let verdict: Verdict?
  private var judged: (line: [Code], room: Int)?
  private var shown = LiveText.nothing
  /// When the shown text must be asked for again; `nil` for never.
  private var expiry: ContinuousClock.Instant?
  /// Whether the text was taken away and the line hasn't been judged since.
  private(set) var isDropped = false
  private var hasEnded = false

  /// What is to be drawn; "" for nothing.
  var text: String { shown.text }

  /// - Parameter verdict: nil where there never is one.
  init(_ verdict: Verdict?) {
    self.verdict = verdict
  }

  var isUnused: Bool { verdict == nil }

  /// Milliseconds until the same line must be judged again, rounded up; `nil` for never.
  var patience: CInt? {
    guard let expiry else { return nil }
    let left = ((expiry - .now) / .milliseconds(1)).rounded(.up)
    return CInt(min(max(left, 0), 60_000))
  }

  private var isOver: Bool { expiry.map { $0 <= .now } ?? false }

  /// Asks for the verdict, unless the same line was judged already and the verdict has not expired.
  /// - Returns: whether the text is another one now.
  mutating func judge(_ line: [Code], room: Int) -> Bool {
    guard let verdict, !hasEnded else { return false }
    if let judged, judged.room == room, judged.line == line, !isOver { return false }
    judged = (line, room)
    isDropped = false
    let old = shown.text
    shown = verdict(line, room)
    expiry = shown.lasts.map { .now + $0 }
    return shown.text != old
  }

  /// The same line may be judged otherwise now.
  mutating func judgeAgain() {
    judged = nil
  }

  /// Whether what is shown has to go with the next change of the line.
  var isTiedToLine: Bool { !shown.mayOutlast && !shown.text.isEmpty }

  /// The line is about to become another one.
  /// - Returns: whether the text has to go at once.
  mutating func lineChanges() -> Bool {
    guard isTiedToLine else { return false }
    shown = .nothing
    // It may turn out to be the same line.
    judged = nil
    isDropped = true
    return true
  }

  /// Takes the text away for good.
  mutating func end() {
    hasEnded = true
    isDropped = false
    shown = .nothing
    expiry = nil
  }
}
