/// What stands at the right end of a line that is being typed.
package struct LiveText: Equatable, Sendable {
  package var text: String
  /// Whether it may stand beside a text that isn't judged yet, for as long as judging takes. What can't
  /// is taken away with the key that makes it untrue.
  package var mayOutlast: Bool

  package static let nothing = LiveText("", mayOutlast: true)

  package init(_ text: String, mayOutlast: Bool) {
    self.text = text
    self.mayOutlast = mayOutlast
  }
}

/// The verdict at the right end of a line that is being typed.
struct RightPrompt {
  /// What stands there for a line, in no more than so many columns.
  typealias Verdict = (_ line: [Code], _ room: Int) -> LiveText

  private let verdict: Verdict?
  private var judged: (line: [Code], room: Int)?
  private var shown = LiveText.nothing
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

  /// Asks for the verdict, unless it was asked for the same line already.
  /// - Returns: whether the text is another one now.
  mutating func judge(_ line: [Code], room: Int) -> Bool {
    guard let verdict, !hasEnded else { return false }
    if let judged, judged.room == room, judged.line == line { return false }
    judged = (line, room)
    isDropped = false
    let old = shown.text
    shown = verdict(line, room)
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
  }
}
