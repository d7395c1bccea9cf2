/// Where libedit's own drawing is not to be had as it is.
///
/// It draws what has changed between two screens, cell by cell. It goes wrong where that begins or ends
/// within a wide character, which it takes for a narrow one then; where it clears the rest of a row after
/// the row's last column, when the cursor is in the next row already; and where it comes from another row
/// to the middle of a wide character, which it draws on from there. What it has drawn then is dropped,
/// and drawn here.
extension LineEditor {
  /// A line as it stands on the screen before a step.
  struct Drawn {
    var line: [Code]
    var cursor: Int
    var geometry: LineGeometry
    /// The step clears the screen.
    var isCleared = false
    /// The step changes what libedit can't see, or can't draw.
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

  /// Draws a step of libedit's otherwise, where that is needed.
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

  /// Whether libedit may draw the change of a line wrong. At the line's end one character more leaves
  /// it nothing to go wrong with, nor do some less in the same row.
  private func misdraws(_ old: Drawn, _ new: Drawn) -> Bool {
    guard old.line != new.line, isHard(old.line) || isHard(new.line) else { return false }
    guard old.cursor == old.line.count, new.cursor == new.line.count else { return true }
    let shared = min(old.cursor, new.cursor)
    guard old.line[..<shared] == new.line[..<shared] else { return true }
    if new.cursor > old.cursor { return new.cursor > old.cursor + 1 }
    let columns = size.columns
    return old.geometry.cursorRow(columns: columns) != new.geometry.cursorRow(columns: columns)
  }

  /// Draws prompt and line after a text that ends at the start of a free row.
  func drawLine(after text: String) {
    let now = drawn
    guard !parts.isPlain, wraps(now.line) else {
      parts.screen.put(text)
      return parts.editLine.redraw()
    }
    // libedit has to take the line for drawn.
    parts.editLine.redraw()
    parts.screen.drop()
    parts.screen.put(text + prompt)
    now.line.forEach(putCode)
    let end = geometry(now.line).cursorPlace(columns: size.columns)
    // The last column leaves the terminal's cursor where it is until something follows.
    if end.column == 0 { parts.screen.put(" \r") }
    parts.screen.put(
      Escape.move(from: end.row, to: now.geometry.cursorPlace(columns: size.columns)))
  }

  // MARK: - A plain terminal

  /// Draws where nothing is written over: what comes to the line's end is written, and what goes from it
  /// is blanked; after any other change the line is written once more below.
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

  /// Writes a line and goes back to its cursor; where that is in an upper row, which nothing leads to,
  /// only what is before the cursor.
  private func writeLine(_ drawn: Drawn) {
    let end = geometry(drawn.line).cursorPlace(columns: size.columns)
    let cursor = drawn.geometry.cursorPlace(columns: size.columns)
    let isReached = end.row == cursor.row
    drawn.line[..<(isReached ? drawn.line.count : drawn.cursor)].forEach(putCode)
    if isReached { parts.screen.put(backspaces(end.column - cursor.column)) }
  }

  /// How to come from one line to the other by writing on, or back within a row; nil where that isn't
  /// enough.
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
