import Text

/// The editor's own drawing, in addition to libedit's.
extension LineEditor {
  var geometry: LineGeometry {
    let line = parts.editLine.line
    return LineGeometry(prompt: prompt, line: line.codes, cursor: line.cursor)
  }

  func geometry(_ line: [Code]) -> LineGeometry {
    LineGeometry(prompt: prompt, line: line, cursor: line.count)
  }

  /// The prompt as libedit gets it: in colour, unless it has a character for which there is no code.
  var promptCodes: [Code] {
    let isPaintable = prompt.allSatisfy { (1...2).contains(displayWidth(of: String($0))) }
    if prompt != paintedPrompt, isPaintable { return codes.paint(paintedPrompt) }
    return prompt.unicodeScalars.map { Code(bitPattern: $0.value) }
  }

  var rowsBelow: Int { geometry.rowsBelow(columns: size.columns) }

  func newlines(_ count: Int) -> String { String(repeating: "\n", count: max(count, 0)) }

  /// The text to write if a signal ends the program now. It leaves the line on the screen, unless
  /// that is a secret that is being shown.
  var farewell: String {
    if parts.isPlain { return "\n" }
    let geometry = geometry
    let leave =
      if codes.isShown {
        Escape.up(geometry.cursorRow(columns: size.columns))
          + Escape.clearRows(min(geometry.rows(columns: size.columns), 100))
      } else {
        newlines(min(geometry.rowsBelow(columns: size.columns), 100) + 1)
      }
    return leave + Escape.endPastes + Escape.showCursor + Escape.noColour
  }

  func stop() {
    parts.screen.put(newlines(rowsBelow))
    if !parts.isPlain { parts.screen.put(Escape.endPastes) }
    parts.screen.flush()
    parts.state.setFarewell("")
    parts.state.stop(parts.keyboard)
    redraw()
  }

  /// Draws the line again after another program has used the terminal. The cursor is assumed to be
  /// at the start of an empty row, as a shell leaves it.
  func redraw() {
    guard parts.state.makeRaw() else { return }
    size = parts.state.size
    if !parts.isPlain { parts.screen.put(Escape.beginPastes) }
    drawAnew(above: 0, rows: geometry.rows(columns: size.columns))
  }

  /// Draws the line in place with the terminal's new width. Most terminals have already rewrapped
  /// it. On one that hasn't, a shown secret must still be cleared, even if that clears lines above
  /// it.
  func resize() {
    let new = parts.state.size
    guard new != size else { return }
    let geometry = geometry
    var (above, rows) = geometry.rewrapped(from: size.columns, to: new.columns)
    if codes.isShown {
      above = max(above, geometry.cursorRow(columns: size.columns))
      rows = max(rows, geometry.rows(columns: size.columns))
    }
    rows += verdictRows(new.columns)
    size = new
    drawAnew(above: above, rows: rows)
  }

  /// Returns the additional rows that the verdict takes up if a narrower terminal has wrapped it.
  func verdictRows(_ columns: Int) -> Int {
    guard !rightPrompt.text.isEmpty else { return 0 }
    return (size.columns - 1) / Layout(width: columns).width
  }

  /// Clears `rows` rows, beginning `above` rows above the cursor's, and draws prompt and line
  /// there.
  func drawAnew(above: Int, rows: Int) {
    let clear = Escape.up(above) + Escape.clearRows(min(rows, max(size.rows, 1)))
    codes.isShown = false
    recode()
    // Judge for the new width now, so that the verdict is drawn only once.
    _ = judge(parts.editLine.line.codes)
    isSettled = false
    parts.editLine.resize()
    drawLine(after: parts.isPlain ? "\n" : clear)
  }
}
