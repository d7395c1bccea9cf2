import Text

/// The line that was entered last, while the cursor is at the start of the row below it. Its verdict
/// can still be drawn at its right, and its answer in another colour.
///
/// Each change is drawn over what is there, without clearing it first, so that nothing flickers.
struct AnsweredLine {
  /// The prompt, with its colours.
  fileprivate let prompt: String
  /// The answer as it is drawn: dots for a secret.
  fileprivate var answer: String
  /// The layout of both, without colours.
  fileprivate var geometry: LineGeometry
  /// The text at the right end of the line, which may contain colours; "" for none.
  fileprivate var right: String
  /// The size of the terminal on which the line was drawn.
  fileprivate var size: (columns: Int, rows: Int)

  private var columns: Int { Layout(width: size.columns).width }
  private var rows: Int { geometry.rows(columns: columns) }

  /// Whether the whole line is on the screen.
  private var isReachable: Bool { rows < size.rows }

  /// The columns that a text at the right end of the line may take up.
  var room: Int { isReachable ? geometry.room(columns: columns) : 0 }

  /// Replaces the text at the right end of the line.
  ///
  /// - Parameter text: At most `room` columns wide; "" for none.
  /// - Returns: What to write; "" for nothing.
  mutating func setRight(_ text: String) -> String {
    guard text != right, isReachable else { return "" }
    let start = column(of: right)
    let end = column(of: text)
    defer { right = text }
    if text.isEmpty { return at(start, Escape.clearToEnd) }
    let blanks = String(repeating: " ", count: max(end - start, 0))
    return at(min(start, end), blanks + text)
  }

  /// Replaces an empty answer.
  mutating func fill(with text: String) {
    let text = escapingControls(text)
    answer = text
    let line = text.unicodeScalars.map { Code(bitPattern: $0.value) }
    geometry = LineGeometry(prompt: geometry.prompt, line: line, cursor: line.count)
  }

  /// Draws the answer in another colour.
  ///
  /// - Returns: What to write; "" for nothing.
  mutating func paintAnswer(_ paint: (String) -> String) -> String {
    guard isReachable, !answer.isEmpty else { return "" }
    let whole = geometry
    let start = LineGeometry(prompt: whole.prompt, line: [], cursor: 0).cursorPlace(
      columns: columns)
    let end = whole.end(columns: columns)
    answer = paint(answer)
    // After the last column, the terminal moves the cursor only when something follows.
    let wrap = end.column == 0 ? " \r" : ""
    return Escape.move(from: rows, to: start) + answer + wrap
      + Escape.move(from: end.row, to: (rows, 0))
  }

  /// Draws the line for another size of the terminal, which has already wrapped it again if it has
  /// become narrower. The text at its right is removed.
  ///
  /// - Returns: What to write; "" for nothing.
  mutating func resize(to new: (columns: Int, rows: Int)) -> String {
    guard new != size else { return "" }
    let width = Layout(width: new.columns).width
    let wrapped = right.isEmpty ? 1 : (columns - 2) / width + 1
    let drawn = max(geometry.rewrapped(from: columns, to: width).rows, wrapped)
    let wasReachable = isReachable
    size = new
    right = ""
    guard wasReachable, isReachable, drawn < max(new.rows, 1) else { return "" }
    return Escape.up(drawn) + Escape.clearRows(drawn) + prompt + answer + "\r\n"
  }

  private func column(of right: String) -> Int {
    columns - 1 - PaintedText.columns(of: right)
  }

  /// Returns what writes a text to the row on which the line begins, and returns to the cursor.
  private func at(_ column: Int, _ text: String) -> String {
    Escape.move(from: rows, to: (0, column)) + text + Escape.move(from: 0, to: (rows, 0))
  }
}

extension LineEditor {
  /// Returns an entered line as it stands on the screen, or `nil` on a plain terminal.
  func answeredLine(_ line: [Code]) -> AnsweredLine? {
    guard !parts.isPlain, size.columns > 1 else { return nil }
    return AnsweredLine(
      prompt: paintedPrompt, answer: codes.drawing(of: line), geometry: geometry(line),
      right: rightPrompt.text, size: size)
  }
}
