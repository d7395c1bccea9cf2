@testable import Terminal

/// One row of a terminal, as far as libedit uses it for a line that doesn't wrap.
struct Row {
  private var cells: [Character] = []
  private var column = 0

  var text: String {
    let end = cells.lastIndex { $0 != " " }
    return String(cells.prefix(end.map { $0 + 1 } ?? 0))
  }

  mutating func take(_ text: String) {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\u{8}": column -= 1
      case "\u{7}": break
      case "\n": cells = []
      case "\u{1B}":
        guard rest.popFirst() == "[" else { continue }
        let parameters = rest.prefix { !("@"..."~").contains($0) }
        rest = rest.dropFirst(parameters.count)
        obey(rest.popFirst()!, Int(String(String.UnicodeScalarView(parameters))))
      default: put(Character(scalar))
      }
    }
  }

  private mutating func obey(_ command: Unicode.Scalar, _ number: Int?) {
    let count = number ?? 1
    while cells.count < column + count { cells.append(" ") }
    switch command {
    case "G": column = count - 1
    case "C": column += count
    case "D": column -= count
    case "K": cells.removeLast(cells.count - column)
    case "P": cells.removeSubrange(column..<(column + count))
    case "@": cells.insert(contentsOf: [Character](repeating: " ", count: count), at: column)
    default: break
    }
  }

  private mutating func put(_ character: Character) {
    while cells.count <= column { cells.append(" ") }
    cells[column] = character
    column += 1
  }
}
