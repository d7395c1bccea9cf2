/// What a line may hold, for a question that takes only certain answers.
package struct ClosedLine: Sendable {
  let mayHold: @Sendable (String) -> Bool
  let hint: @Sendable (_ columns: Int) -> String

  /// - Parameters:
  ///   - mayHold: whether a text may stand in the line. It is asked after each key.
  ///   - hint: what stands at the right of the line once a key was refused, in no more than so many columns.
  package init(
    mayHold: @escaping @Sendable (String) -> Bool,
    hint: @escaping @Sendable (_ columns: Int) -> String
  ) {
    self.mayHold = mayHold
    self.hint = hint
  }
}

/// Keeps a line to what its question takes. The first key that fits nothing empties the line, and from then
/// on nothing is put into it until it is entered, or an editing key begins it anew: what is typed may be a
/// secret, and its end may look like an answer.
final class LineFit {
  private let closed: ClosedLine
  private(set) var isSpoiled = false

  init(_ closed: ClosedLine) {
    self.closed = closed
  }

  /// Whether a key may be put into the line; if not, the line is spoiled.
  func takes(_ key: Key, between before: String, and after: String) -> Bool {
    guard !isSpoiled else { return false }
    if case .character(let scalar) = key, closed.mayHold(before + String(scalar) + after) {
      return true
    }
    isSpoiled = true
    return false
  }

  func beginAnew() { isSpoiled = false }

  /// The text at the right of a spoiled line.
  func hint(columns: Int) -> LiveText { LiveText(closed.hint(columns), mayOutlast: true) }
}

extension LineEditor {
  /// Puts a character into a line that takes only certain ones, with those that have been read already.
  func insert(_ first: Key, into fit: LineFit) {
    let (line, cursor) = parts.editLine.line
    var before = codes.text(of: Array(line[..<cursor]))
    let after = codes.text(of: Array(line[cursor...]))
    let wasSpoiled = fit.isSpoiled
    var new: [Code] = []
    var next: Key? = first
    while let key = next {
      if fit.takes(key, between: before, and: after), case .character(let scalar) = key {
        before.unicodeScalars.append(scalar)
        new += encode(String(scalar))
      }
      next = nextText()
    }
    guard fit.isSpoiled else { return steps.append(.edit(.insert(new))) }
    guard !wasSpoiled else { return }
    beep()
    steps.append(.edit(.clear))
    judgeAgain()
  }

  /// An editing key takes back what was refused.
  func beginAnew(after command: Command) {
    guard let fit, fit.isSpoiled else { return }
    switch command {
    case .deleteBackward, .deleteForward, .undo, .interrupt: break
    case .run(let function) where function.changesLine: break
    case .run, .insert, .enter, .deleteOrEnd, .complete, .older, .newer, .show, .back, .beep,
      .ignore:
      return
    }
    fit.beginAnew()
    judgeAgain()
  }
}
