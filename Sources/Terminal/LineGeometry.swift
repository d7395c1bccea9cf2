/// Where prompt and line stand on the screen.
struct LineGeometry {
  let prompt: String
  let line: [Code]
  let cursor: Int

  /// The row of the cursor, counted from the one where the prompt begins.
  func cursorRow(columns: Int) -> Int { row(after: line[..<cursor], columns) }

  /// How many rows prompt and line take.
  func rows(columns: Int) -> Int { row(after: line[...], columns) + 1 }

  /// How many rows of the line are below the cursor's.
  func rowsBelow(columns: Int) -> Int { rows(columns: columns) - 1 - cursorRow(columns: columns) }

  /// The columns that are free at the right of prompt and line for a text, as libedit sees it: with a
  /// space of two before it and one after it. None beside a line that wraps.
  func room(columns: Int) -> Int {
    let end = end(of: line[...], columns)
    return end.row == 0 ? max(end.width - end.column - 3, 0) : 0
  }

  private func row(after codes: ArraySlice<Code>, _ columns: Int) -> Int {
    end(of: codes, columns).row
  }

  private func end(of codes: ArraySlice<Code>, _ columns: Int) -> Layout {
    var layout = Layout(width: columns)
    for scalar in prompt.unicodeScalars { layout.advance(displayWidth(of: scalar) ?? 0) }
    for code in codes {
      guard let scalar = Unicode.Scalar(UInt32(bitPattern: code)) else { continue }
      layout.advance(displayWidth(of: scalar) ?? 0)
    }
    return layout
  }
}
