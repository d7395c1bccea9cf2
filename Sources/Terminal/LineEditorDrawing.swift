/// Corrections of libedit's drawing. Where it may be wrong, it is discarded, and the line is drawn
/// here. The documentation lists the cases ("How it is made").
extension LineEditor {
  /// A line as it was drawn before a step.
  struct Drawn {
    var line: [Code]
    var cursor: Int
    var geometry: LineGeometry
    /// Whether the step clears the screen.
    var isCleared = false
    /// Whether the step changes something that libedit doesn't know about or can't draw.
    var isSpoiled = false
  }

  var drawn: Drawn {
    let (line, cursor) = parts.editLine.line
    return Drawn(
      line: line, cursor: cursor,
      geometry: LineGeometry(prompt: prompt, line: line, cursor: cursor))
  }

  func wraps(_ line: [Code]) -> Bool { geometry(line).rows(columns: size.columns) > 1 }

  func hasWide(_ line: [Code]) -> Bool {
    line.contains { $0 > 0x7F && codes.columns(of: $0) > 1 }
  }

  /// Whether a line wraps or has wide characters.
  func isHard(_ line: [Code]) -> Bool { hasWide(line) || wraps(line) }

  /// Replaces libedit's drawing of a step if it may be wrong.
  func mend(_ before: Drawn) {
    let now = drawn
    let columns = size.columns
    if before.isCleared {
      guard wraps(now.line) else { return }
      drawLine(after: Escape.clearScreen)
    } else if before.isSpoiled || misdraws(before, now) {
      let rows = min(before.geometry.rows(columns: columns), max(size.rows, 1))
      let up = Escape.up(before.geometry.cursorRow(columns: columns))
      parts.screen.drop()
      _ = judge(now.line)
      drawLine(after: up + Escape.clearRows(rows))
    } else if before.line == now.line, before.cursor != now.cursor, wraps(now.line) {
      let row = before.geometry.cursorRow(columns: columns)
      parts.screen.drop()
      parts.screen.put(Escape.move(from: row, to: now.geometry.cursorPlace(columns: columns)))
    }
  }

  /// Whether libedit may draw a change incorrectly. It is correct for appending one character, and
  /// for removing characters at the end within the same row.
  private func misdraws(_ old: Drawn, _ new: Drawn) -> Bool {
    guard old.line != new.line, isHard(old.line) || isHard(new.line) else { return false }
    guard old.cursor == old.line.count, new.cursor == new.line.count else { return true }
    let shared = min(old.cursor, new.cursor)
    guard old.line[..<shared] == new.line[..<shared] else { return true }
    if new.cursor > old.cursor { return new.cursor > old.cursor + 1 }
    let columns = size.columns
    return old.geometry.cursorRow(columns: columns) != new.geometry.cursorRow(columns: columns)
  }

  /// Writes a text that moves the cursor to the start of an empty row, and draws prompt and line
  /// there.
  func drawLine(after text: String) {
    let now = drawn
    guard !parts.isPlain, wraps(now.line) else {
      parts.screen.put(text)
      return parts.editLine.redraw()
    }
    // Let libedit draw the line, so that its state is correct, and discard the output.
    parts.editLine.redraw()
    parts.screen.drop()
    parts.screen.put(text + paintedPrompt)
    now.line.forEach(putCode)
    let end = geometry(now.line).cursorPlace(columns: size.columns)
    // After the last column, the terminal moves the cursor only when something follows.
    if end.column == 0 { parts.screen.put(" \r") }
    parts.screen.put(
      Escape.move(from: end.row, to: now.geometry.cursorPlace(columns: size.columns)))
  }

  // MARK: - A plain terminal

  /// Draws a change on a plain terminal. Characters added at the end are written, and those removed
  /// there are overwritten with spaces. After any other change, the whole line is written again on
  /// a new row.
  func drawPlainly(_ before: Drawn) {
    let now = drawn
    guard now.line != before.line || now.cursor != before.cursor else { return }
    if let step = step(from: before, to: now) {
      parts.screen.drop()
      parts.screen.put(step.back)
      step.codes.forEach(putCode)
    } else {
      parts.editLine.redraw()
      parts.screen.drop()
      parts.screen.put(newlines(before.geometry.rowsBelow(columns: size.columns) + 1) + prompt)
      writeLine(now)
    }
  }

  /// Writes a line and moves back to the cursor. If the cursor is on an earlier row, which can't be
  /// reached, writes only the part before the cursor.
  private func writeLine(_ drawn: Drawn) {
    let end = geometry(drawn.line).cursorPlace(columns: size.columns)
    let cursor = drawn.geometry.cursorPlace(columns: size.columns)
    let isReached = end.row == cursor.row
    drawn.line[..<(isReached ? drawn.line.count : drawn.cursor)].forEach(putCode)
    if isReached { parts.screen.put(backspaces(end.column - cursor.column)) }
  }

  /// Returns the backspaces and codes that turn one line into the other by moving back within a row
  /// or by appending, or `nil` if that is not enough.
  private func step(from old: Drawn, to new: Drawn) -> (back: String, codes: ArraySlice<Code>)? {
    let isSame = old.line == new.line
    let isAtEnd = old.cursor == old.line.count && new.cursor == new.line.count
    let shared = min(old.cursor, new.cursor)
    guard isSame || isAtEnd, old.line[..<shared] == new.line[..<shared] else { return nil }
    if new.cursor > old.cursor { return ("", new.line[shared..<new.cursor]) }
    let from = old.geometry.cursorPlace(columns: size.columns)
    let to = new.geometry.cursorPlace(columns: size.columns)
    guard from.row == to.row, new.cursor < old.cursor else { return nil }
    let count = from.column - to.column
    let back = backspaces(count)
    return (isSame ? back : back + String(repeating: " ", count: count) + back, [])
  }

  private func backspaces(_ count: Int) -> String { String(repeating: "\u{08}", count: count) }

  private func putCode(_ code: Code) {
    guard let scalar = Unicode.Scalar(UInt32(bitPattern: code)) else { return }
    var text = String(scalar)
    text.withUTF8 { parts.screen.putDrawn(UnsafeRawBufferPointer($0)) }
  }
}
