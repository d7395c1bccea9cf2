/// The position of the cursor after text of known widths, wrapped as libedit wraps it.
struct Layout: Equatable {
  /// The terminal's width in columns, at least 1.
  let width: Int

  /// The row, counted from the one where the prompt begins.
  private(set) var row = 0

  /// The column, less than `width`.
  private(set) var column = 0

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
