/// The verdict at the right end of a line that is being typed.
struct RightPrompt {
  /// What stands there for a line, in no more than so many columns; "" for nothing.
  typealias Verdict = (_ line: [Code], _ room: Int) -> String

  private let verdict: Verdict?
  private var judged: (line: [Code], room: Int)?
  private var hasEnded = false

  /// What is to be drawn.
  private(set) var text = ""

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
    let new = verdict(line, room)
    guard new != text else { return false }
    text = new
    return true
  }

  /// The same line may be judged otherwise now.
  mutating func judgeAgain() {
    judged = nil
  }

  /// Takes the text away for good.
  mutating func end() {
    hasEnded = true
    text = ""
  }
}
