import Text

/// Codes for coloured characters, in place of the colours themselves.
struct Paints {
  private static let narrow: ClosedRange<Code> = 0x10F000...0x10FFFD
  private static let wide: ClosedRange<Code> = 0x2A000...0x2A6D6

  /// A character and its colour.
  struct Cell: Hashable {
    let character: Character
    /// The SGR sequence that begins the colour, or "" for none.
    let colour: String

    /// The cell as it is written, with the end of its colour.
    var text: String { PaintedText.Run(colour: colour, text: String(character)).painted }
  }

  private var codes: [Cell: Code] = [:]
  private var narrowCells: [Cell] = []
  private var wideCells: [Cell] = []

  static func owns(_ code: Code) -> Bool { narrow.contains(code) || wide.contains(code) }

  /// Returns what to draw for a code, or `nil` if the code is not one of these.
  func cell(of code: Code) -> Cell? {
    if Self.narrow.contains(code) {
      let place = Int(code - Self.narrow.lowerBound)
      return place < narrowCells.count ? narrowCells[place] : nil
    }
    guard Self.wide.contains(code) else { return nil }
    let place = Int(code - Self.wide.lowerBound)
    return place < wideCells.count ? wideCells[place] : nil
  }

  /// Returns a code for each character in its colour.
  ///
  /// - Parameter text: May contain SGR sequences (`ESC [ … m`). Other controls are escaped.
  mutating func paint(_ text: String) -> [Code] {
    var result: [Code] = []
    for run in PaintedText.runs(of: text) {
      for character in escapingControls(run.text) {
        if let code = code(Cell(character: character, colour: run.colour)) { result.append(code) }
      }
    }
    return result
  }

  private mutating func code(_ cell: Cell) -> Code? {
    if let code = codes[cell] { return code }
    switch displayWidth(of: String(cell.character)) {
    case 1: codes[cell] = Self.add(cell, to: &narrowCells, Self.narrow)
    case 2: codes[cell] = Self.add(cell, to: &wideCells, Self.wide)
    default: break
    }
    return codes[cell]
  }

  private static func add(
    _ cell: Cell, to cells: inout [Cell], _ range: ClosedRange<Code>
  ) -> Code? {
    guard cells.count < range.count else { return nil }
    cells.append(cell)
    return range.lowerBound + Code(cells.count - 1)
  }
}
