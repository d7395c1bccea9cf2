import Text

/// Where prompt and line stand on the screen.
struct LineGeometry {
  let prompt: String
  let line: [Code]
  let cursor: Int

  /// The row of the cursor, counted from the one where the prompt begins.
  func cursorRow(columns: Int) -> Int { row(after: line[..<cursor], columns) }

  /// How many rows prompt and line take.
  func rows(columns: Int) -> Int { row(after: line[...], columns) + 1 }

  /// The cursor's row and column.
  func cursorPlace(columns: Int) -> (row: Int, column: Int) {
    let end = end(of: line[..<cursor], columns)
    return (end.row, end.column)
  }

  /// How many rows of the line are below the cursor's.
  func rowsBelow(columns: Int) -> Int { rows(columns: columns) - 1 - cursorRow(columns: columns) }

  /// The columns that are free at the right of prompt and line for a text, as libedit sees it: with a
  /// space of two before it and one after it. None beside a line that wraps.
  func room(columns: Int) -> Int {
    max(free(columns: columns).room - 3, 0)
  }

  /// The column behind the line, and how many are free from there on; none where the line wraps.
  func free(columns: Int) -> (column: Int, room: Int) {
    let end = end(of: line[...], columns)
    return (end.column, end.row == 0 ? end.width - end.column : 0)
  }

  /// Row and rows after the terminal has changed its width. It wraps anew what was wrapped; but where a
  /// wide character did not fit, libedit has begun a new line, and what follows stays in a row of its own.
  func rewrapped(from old: Int, to new: Int) -> (cursorRow: Int, rows: Int) {
    let cursorRow = row(after: line[..<cursor], new, drawnIn: old)
    return (cursorRow, row(after: line[...], new, drawnIn: old) + 1)
  }

  private func row(
    after codes: ArraySlice<Code>, _ columns: Int, drawnIn old: Int? = nil
  ) -> Int {
    end(of: codes, columns, drawnIn: old).row
  }

  private func end(
    of codes: ArraySlice<Code>, _ columns: Int, drawnIn old: Int? = nil
  ) -> Layout {
    var drawn = Layout(width: old ?? columns)
    var layout = Layout(width: columns)
    func advance(_ scalar: Unicode.Scalar) {
      let width = displayWidth(of: scalar) ?? 0
      if drawn.leavesGap(before: width) { layout.breakRow() }
      drawn.advance(width)
      layout.advance(width)
    }
    for scalar in prompt.unicodeScalars { advance(scalar) }
    for code in codes {
      if let scalar = Unicode.Scalar(UInt32(bitPattern: code)) { advance(scalar) }
    }
    return layout
  }
}
