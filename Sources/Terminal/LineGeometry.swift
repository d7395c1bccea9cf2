import Text

/// The layout of prompt and line on the screen.
struct LineGeometry {
  let prompt: String
  let line: [Code]
  let cursor: Int

  /// The row of the cursor, counted from the row where the prompt begins.
  func cursorRow(columns: Int) -> Int { row(after: line[..<cursor], columns) }

  /// The number of rows that prompt and line take up.
  func rows(columns: Int) -> Int { row(after: line[...], columns) + 1 }

  /// The cursor's row and column.
  func cursorPlace(columns: Int) -> (row: Int, column: Int) {
    end(of: line[..<cursor], columns).place
  }

  /// The row and column after the line.
  func end(columns: Int) -> (row: Int, column: Int) {
    end(of: line[...], columns).place
  }

  /// The number of rows below the cursor's.
  func rowsBelow(columns: Int) -> Int { rows(columns: columns) - 1 - cursorRow(columns: columns) }

  /// The columns available for a text at the right of the line: libedit needs two columns before it
  /// and one after it. Zero if the line wraps.
  func room(columns: Int) -> Int {
    max(free(columns: columns).room - 3, 0)
  }

  /// The column after the line, and the number of columns from there to the edge; zero if the line
  /// wraps.
  func free(columns: Int) -> (column: Int, room: Int) {
    let end = end(of: line[...], columns)
    return (end.column, end.row == 0 ? end.width - end.column : 0)
  }

  /// The cursor's row and the number of rows after the terminal has changed its width. The terminal
  /// wraps the line again. But where a wide character did not fit, libedit had started a new line,
  /// so the text after it remains on a row of its own.
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

/// The position of the cursor after text of known widths, wrapped as libedit wraps it.
struct Layout: Equatable {
  /// The terminal's width in columns, at least 1.
  let width: Int

  /// The row, counted from the one where the prompt begins.
  private(set) var row = 0

  /// The column, less than `width`.
  private(set) var column = 0

  var place: (row: Int, column: Int) { (row, column) }

  /// - Parameter width: The number of columns. Less than 2 is taken as 80, as libedit does.
  init(width: Int) {
    self.width = width < 2 ? 80 : width
  }

  /// Advances by a character of 0, 1 or 2 columns. A wide one never crosses the edge.
  mutating func advance(_ columns: Int) {
    if leavesGap(before: columns) { breakRow() }
    column += columns
    if column >= width {
      row += 1
      column = 0
    }
  }

  /// Whether a character of this width is drawn on the next row, because it would cross the edge.
  func leavesGap(before columns: Int) -> Bool { column + columns > width }

  /// Moves to a new row, unless one has just begun.
  mutating func breakRow() {
    guard column > 0 else { return }
    row += 1
    column = 0
  }
}
