import Text

@testable import Terminal

/// The screen of a terminal like xterm, as far as the editor uses it: rows of cells, wide
/// characters in two cells, and a last column where the cursor waits before it wraps.
struct Grid: Equatable {
  /// A character with its combining marks; "" after a wide character.
  private(set) var cells: [[String]]
  private var row = 0
  private var column = 0
  private var waitsToWrap = false
  private var kept = (row: 0, column: 0)
  private let columns: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  static func == (left: Grid, right: Grid) -> Bool { left.text == right.text }

  /// The rows without trailing blanks, and the cursor's position.
  var text: String {
    var rows = cells.map(Self.text)
    while rows.last == "" { rows.removeLast() }
    // A cursor that waits to wrap is at the position of the next character.
    let place = waitsToWrap ? (row + 1, 0) : (row, column)
    return rows.joined(separator: "\n") + "\n\(place)"
  }

  /// The text of the cursor's row, without trailing blanks.
  var rowText: String { Self.text(cells[row]) }

  private static func text(_ row: [String]) -> String {
    let end = row.lastIndex { $0 != " " }
    return row.prefix(end.map { $0 + 1 } ?? 0).joined()
  }

  mutating func place(_ place: (row: Int, column: Int)) {
    (row, column) = place
    waitsToWrap = false
  }

  mutating func take(_ text: String) {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": move(to: 0)
      case "\u{8}": move(to: column - 1)
      case "\u{7}": break
      case "\n":
        move(to: 0)
        goDown()
      case "\u{1B}": takeEscape(&rest)
      default: put(scalar)
      }
    }
  }

  private mutating func takeEscape(_ rest: inout Substring.UnicodeScalarView) {
    switch rest.popFirst() {
    case "7": kept = (row, column)
    case "8":
      (row, column) = kept
      waitsToWrap = false
    case "[":
      let parameters = rest.prefix { !("@"..."~").contains($0) }
      rest = rest.dropFirst(parameters.count)
      obey(rest.popFirst()!, Int(String(String.UnicodeScalarView(parameters))))
    default: break
    }
  }

  private mutating func obey(_ command: Unicode.Scalar, _ number: Int?) {
    let count = number ?? 1
    switch command {
    case "G": move(to: count - 1)
    case "C": move(to: column + count)
    case "D": move(to: column - count)
    case "A": row = max(row - count, 0)
    case "B": row = min(row + count, cells.count - 1)
    case "H":
      row = 0
      move(to: 0)
    case "J": for row in (number == nil ? row : 0)..<cells.count { clear(row, from: 0) }
    case "K": clear(row, from: column)
    case "P", "@": shift(command == "@", count)
    default: break
    }
  }

  private mutating func move(to column: Int) {
    self.column = min(max(column, 0), columns - 1)
    waitsToWrap = false
  }

  private mutating func goDown() {
    row += 1
    guard row == cells.count else { return }
    row -= 1
    cells.removeFirst()
    cells.append(Array(repeating: " ", count: columns))
  }

  private mutating func clear(_ row: Int, from start: Int) {
    spoil(row, start)
    for column in start..<columns { cells[row][column] = " " }
  }

  /// Inserts blanks at the cursor, or removes cells.
  private mutating func shift(_ inserts: Bool, _ count: Int) {
    spoil(row, column)
    let blanks = Array(repeating: " ", count: count)
    if inserts {
      cells[row].insert(contentsOf: blanks, at: column)
      if cells[row][columns] == "" { cells[row][columns - 1] = " " }
      cells[row].removeLast(count)
    } else {
      spoil(row, min(column + count, columns - 1))
      cells[row].removeSubrange(column..<min(column + count, columns))
      cells[row] += blanks
    }
    cells[row] = Array(cells[row].prefix(columns))
  }

  /// Removes a wide character if one half of it is overwritten.
  private mutating func spoil(_ row: Int, _ column: Int) {
    guard cells[row][column] == "", column > 0 else { return }
    cells[row][column - 1] = " "
    cells[row][column] = " "
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = displayWidth(of: scalar) ?? 1
    guard width > 0 else { return join(scalar) }
    if waitsToWrap || column + width > columns {
      move(to: 0)
      goDown()
    }
    spoil(row, column)
    if column + width < columns { spoil(row, column + width) }
    cells[row][column] = String(scalar)
    if width == 2 { cells[row][column + 1] = "" }
    waitsToWrap = column + width == columns
    column = min(column + width, columns - 1)
  }

  private mutating func join(_ scalar: Unicode.Scalar) {
    var place = waitsToWrap ? column : column - 1
    if place > 0, cells[row][place] == "" { place -= 1 }
    if place >= 0 { cells[row][place].unicodeScalars.append(scalar) }
  }
}
