/// Restricts a line to the texts that its question accepts. The first key that doesn't fit empties
/// the line. From then on, all input is dropped until Enter or an editing key, because it may be a
/// secret whose end looks like an answer.
final class LineFit {
  private let closed: ClosedLine
  private(set) var isSpoiled = false

  init(_ closed: ClosedLine) {
    self.closed = closed
  }

  /// Whether a key may be inserted. If not, the line is now spoiled.
  func takes(_ key: Key, between before: String, and after: String) -> Bool {
    guard !isSpoiled else { return false }
    if case .character(let scalar) = key, closed.mayHold(before + String(scalar) + after) {
      return true
    }
    isSpoiled = true
    return false
  }

  /// Whether each key is judged on its own. After the first that doesn't fit, all are.
  var judgesEachKey: Bool { isSpoiled || !closed.judgesRuns }

  /// Whether the line may hold a text after a run of keys. If not, the line is now spoiled.
  func takes(run line: String) -> Bool {
    isSpoiled = !closed.mayHold(line)
    return !isSpoiled
  }

  func beginAnew() { isSpoiled = false }

  /// The text at the right of a spoiled line.
  func hint(columns: Int) -> LiveText { LiveText(closed.hint(columns), mayOutlast: true) }
}

extension LineEditor {
  /// Inserts a key and all that have already been read, as far as the question accepts them.
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
    if !wasSpoiled { spoil() }
  }

  /// Empties a line that has just been spoiled.
  func spoil() {
    beep()
    steps.append(.edit(.clear))
    judgeAgain()
  }

  /// Starts a spoiled line again after an editing key.
  func beginAnew(after command: EditCommand) {
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

/// The texts that a line may contain, for a question that accepts only certain answers.
package struct ClosedLine: Sendable {
  let mayHold: @Sendable (String) -> Bool
  /// Whether keys that arrive together are judged together, because almost any text fits.
  let judgesRuns: Bool
  let hint: @Sendable (_ columns: Int) -> String

  /// - Parameters:
  ///   - mayHold: Whether the line may contain a text. Called for each key.
  ///   - judgesRuns: Whether keys that arrive together are judged together, which takes less time,
  ///     but drops them all if the line may not contain them.
  ///   - hint: Returns the text at the right of the line after a key was rejected, at most
  ///     `columns` wide.
  package init(
    judgesRuns: Bool = false, mayHold: @escaping @Sendable (String) -> Bool,
    hint: @escaping @Sendable (_ columns: Int) -> String
  ) {
    self.judgesRuns = judgesRuns
    self.mayHold = mayHold
    self.hint = hint
  }
}
