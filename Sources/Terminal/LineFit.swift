/// Restricts a line to the texts that its question accepts. The first keys that don't fit empty the
/// line. From then on, all input is dropped until Enter or an editing key, because it may be a
/// secret whose end looks like an answer.
final class LineFit {
  private let closed: ClosedLine
  private(set) var isSpoiled = false

  init(_ closed: ClosedLine) {
    self.closed = closed
  }

  /// Whether the line may hold a text. If not, the line is now spoiled.
  ///
  /// - Parameter isMalformed: Whether the line also contains what no answer may contain. Unless
  ///   almost any text fits, such a line is no answer.
  func takes(_ line: String, isMalformed: Bool) -> Bool {
    isSpoiled = !closed.mayHold(line) || isMalformed && !closed.mayHold(line + "\u{FFFD}")
    return !isSpoiled
  }

  func beginAnew() { isSpoiled = false }

  /// The text at the right of a spoiled line.
  func hint(columns: Int) -> LiveText { LiveText(closed.hint(columns), mayOutlast: true) }
}

extension LineEditor {
  /// Empties a line that has just been spoiled.
  func spoil() {
    beep()
    steps.append(.edit(.replace([], cursor: 0)))
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
  let hint: @Sendable (_ columns: Int) -> String

  /// - Parameters:
  ///   - mayHold: Whether the line may contain a text. Called for each key, and for keys that arrive
  ///     together. If it may not, all of them are dropped.
  ///   - hint: Returns the text at the right of the line after a key was rejected, at most
  ///     `columns` wide.
  package init(
    mayHold: @escaping @Sendable (String) -> Bool,
    hint: @escaping @Sendable (_ columns: Int) -> String
  ) {
    self.mayHold = mayHold
    self.hint = hint
  }
}
