/// The undo history of a line. Characters typed in a row count as one change.
struct LineUndo {
  typealias State = (line: [Code], cursor: Int)

  private var past: [State] = []
  private var current: State = ([], 0)
  private var isTyping = false
  private var size = 0

  /// The maximum number of characters in all states together, which bounds the memory.
  private static let limit = 1 << 18

  /// Records the line. Call this after each key.
  mutating func note(_ line: [Code], cursor: Int) {
    let new = (line: line, cursor: cursor)
    guard line != current.line else {
      isTyping = isTyping && cursor == current.cursor
      current.cursor = cursor
      return
    }
    let wasTyping = isTyping
    isTyping = isInsertion(of: new)
    if !(wasTyping && isTyping) { remember() }
    current = new
  }

  /// Returns the line before the last change, or `nil` if there was none.
  mutating func undo() -> State? {
    guard let last = past.popLast() else { return nil }
    size -= last.line.count
    current = last
    isTyping = false
    return last
  }

  private mutating func remember() {
    past.append(current)
    size += current.line.count
    while size > Self.limit, !past.isEmpty { size -= past.removeFirst().line.count }
  }

  /// Whether a line is the current one with something inserted at the cursor.
  private func isInsertion(of new: State) -> Bool {
    let count = new.line.count - current.line.count
    guard count > 0, new.cursor == current.cursor + count else { return false }
    return new.line[..<current.cursor] == current.line[..<current.cursor]
      && new.line[new.cursor...] == current.line[current.cursor...]
  }
}
