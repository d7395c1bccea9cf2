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

  private func row(after codes: ArraySlice<Code>, _ columns: Int) -> Int {
    var layout = Layout(width: columns)
    for scalar in prompt.unicodeScalars { layout.advance(displayWidth(of: scalar) ?? 0) }
    for code in codes {
      guard let scalar = Unicode.Scalar(UInt32(bitPattern: code)) else { continue }
      layout.advance(displayWidth(of: scalar) ?? 0)
    }
    return layout.row
  }
}
