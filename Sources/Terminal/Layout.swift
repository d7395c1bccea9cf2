/// Where the terminal's cursor stands after text of known widths, wrapped as libedit wraps it.
struct Layout: Equatable {
  /// The terminal's width in columns, at least 1.
  let width: Int

  /// Rows below the one where the prompt begins.
  private(set) var row = 0

  /// Columns from the left edge, less than `width`.
  private(set) var column = 0

  /// - Parameter width: columns; anything less than 2 is taken for 80, as libedit does.
  init(width: Int) {
    self.width = width < 2 ? 80 : width
  }

  /// Goes on by one character of 0, 1 or 2 columns. A wide one doesn't hang over the edge.
  mutating func advance(_ columns: Int) {
    if leavesGap(before: columns) { breakRow() }
    column += columns
    if column >= width {
      row += 1
      column = 0
    }
  }

  /// Whether a character of so many columns is drawn in the next row, because it would hang over the edge.
  func leavesGap(before columns: Int) -> Bool { column + columns > width }

  /// Goes on in a new row, unless one has just begun.
  mutating func breakRow() {
    guard column > 0 else { return }
    row += 1
    column = 0
  }
}
