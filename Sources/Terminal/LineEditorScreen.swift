/// What the editor draws besides libedit.
extension LineEditor {
  var geometry: LineGeometry {
    let line = parts.editLine.line
    return LineGeometry(prompt: prompt, line: line.codes, cursor: line.cursor)
  }

  func geometry(_ line: [Code]) -> LineGeometry {
    LineGeometry(prompt: prompt, line: line, cursor: line.count)
  }

  var rowsBelow: Int { geometry.rowsBelow(columns: size.columns) }

  func newlines(_ count: Int) -> String { String(repeating: "\n", count: max(count, 0)) }

  /// What remains on the screen if a signal ends the program now: the line, unless it is a secret
  /// that is shown.
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

  /// Draws the line afresh after others have had the terminal. The cursor's row is unknown; it is
  /// taken to be free from its first column on, as a shell leaves it.
  func redraw() {
    guard parts.state.makeRaw() else { return }
    size = parts.state.size
    if !parts.isPlain { parts.screen.put(Escape.beginPastes) }
    drawAnew(above: 0, rows: geometry.rows(columns: size.columns))
  }

  /// Draws the line in the new width, where it was. Terminals have wrapped it anew by then; where one
  /// hasn't, a shown secret must still go, even if lines above it go too.
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

  /// The rows that the verdict's end took when a narrower terminal wrapped it.
  func verdictRows(_ columns: Int) -> Int {
    guard !rightPrompt.text.isEmpty else { return 0 }
    return (size.columns - 1) / Layout(width: columns).width
  }

  /// Clears `rows` rows, from so many above the cursor's on, and draws prompt and line there.
  func drawAnew(above: Int, rows: Int) {
    let clear = Escape.up(above) + Escape.clearRows(min(rows, max(size.rows, 1)))
    codes.isShown = false
    recode()
    // For the new width, so that it is drawn once.
    _ = judge(parts.editLine.line.codes)
    isSettled = false
    parts.editLine.resize()
    drawLine(after: parts.isPlain ? "\n" : clear)
  }
}
