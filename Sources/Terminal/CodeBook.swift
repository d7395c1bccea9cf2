import Secrets
import Text

/// One character of the line as libedit holds it: a character itself, or a private code that stands
/// for one.
typealias Code = Int32

/// What stands behind the private codes that libedit edits in the place of characters.
///
/// libedit never holds a secret: for each character of it, in the sense of one that a person sees, it
/// gets a code that says nothing but the number of the insertion. Whatever libedit does with codes
/// (moves, kills, yanks), the line at its end is read back here, so that nothing can get out of step.
/// In an ordinary line only what libedit can't draw has a code: joined characters, invisible ones,
/// and what makes a line malformed.
///
/// The bytes stay in locked memory and are wiped with the book.
final class CodeBook {
  /// A person's character: where its bytes are, and how it is shown.
  private struct Cell {
    var offset: Int
    var count: Int
    var columns: Int
    var problem: Malformed?
    /// The cell's place among those that are two columns wide, if it has one.
    var wide: Int?
  }

  enum Placement: Equatable {
    case append(Code)
    /// The character joins the one before the cursor.
    case replace(Code)
  }

  let isSecret: Bool

  /// Whether a secret's characters are drawn instead of dots.
  var isShown = false

  /// What is drawn for a secret's character.
  let dot: String
  private let bytes = SecretBuffer()
  private let whole = SecretBuffer()
  private var cells: [Cell] = []
  private var wideCells: [Int] = []
  private var paints = Paints()

  /// - Parameter dot: what each character of a secret is drawn as; one column. Nil: no secret.
  init(dot: String?) {
    isSecret = dot != nil
    self.dot = dot ?? ""
  }

  /// A character's most bytes: more marks than this many stand by themselves.
  private static let longestCharacter = 64

  // MARK: - Codes

  /// Narrow codes are the private planes 15 and 16: one column in every locale's tables. `Paints` has
  /// the last of them.
  private static let narrow: [ClosedRange<Code>] = [0xF0000...0xFFFFD, 0x100000...0x10EFFF]

  /// Wide codes are taken from CJK Extension B: two columns in every locale's tables. `Paints` has the
  /// last of them.
  private static let wide: ClosedRange<Code> = 0x20000...0x29FFF

  private static func isPrivate(_ code: Code) -> Bool {
    wide.contains(code) || narrow.contains { $0.contains(code) } || Paints.owns(code)
  }

  private static func narrowCode(_ cell: Int) -> Code? {
    var rest = cell
    for range in narrow {
      if rest < range.count { return range.lowerBound + Code(rest) }
      rest -= range.count
    }
    return nil
  }

  private func cellIndex(_ code: Code) -> Int? {
    if Self.wide.contains(code) {
      let place = Int(code - Self.wide.lowerBound)
      return place < wideCells.count ? wideCells[place] : nil
    }
    var first = 0
    for range in Self.narrow {
      if range.contains(code) {
        let index = first + Int(code - range.lowerBound)
        return index < cells.count ? index : nil
      }
      first += range.count
    }
    return nil
  }

  /// The code that a cell goes by at the moment: it is as wide as what is drawn.
  private func code(_ index: Int) -> Code? {
    let isDot = isSecret && !isShown
    guard cells[index].columns == 2, !isDot else { return Self.narrowCode(index) }
    if cells[index].wide == nil {
      guard wideCells.count < Self.wide.count else { return Self.narrowCode(index) }
      cells[index].wide = wideCells.count
      wideCells.append(index)
    }
    return Self.wide.lowerBound + Code(cells[index].wide!)
  }

  /// The line with each code as wide as it must be now. Codes that stand for nothing are left out.
  func current(_ line: [Code]) -> [Code] {
    line.compactMap { code in
      if let index = cellIndex(code) { return self.code(index) }
      return Self.isPrivate(code) ? nil : code
    }
  }

  // MARK: - Taking characters in

  /// Takes one character, or one byte that is none, and says what to put into libedit's line.
  /// - Parameter previous: the code before the cursor.
  /// - Returns: nil when this question has had more characters than there are codes.
  func take(_ key: Key, after previous: Code?) -> Placement? {
    switch key {
    case .character(let scalar):
      return take(scalar, after: previous)
    case .invalid(let byte):
      return add([byte], .invalidUTF8).map { .append($0) }
    case .control(0):
      return add([0], .nul).map { .append($0) }
    case .control(let byte):
      return add([byte], .controlCharacter).map { .append($0) }
    case .meta, .escape, .up, .down, .left, .right, .home, .end, .delete, .wordLeft, .wordRight,
      .backTab, .pasteBegin, .pasteEnd, .unknown:
      return add([0x1B], .controlCharacter).map { .append($0) }
    }
  }

  private func take(_ scalar: Unicode.Scalar, after previous: Code?) -> Placement? {
    let start = bytes.count
    if let previous, joins(previous, scalar) {
      appendBytes(of: previous)
      append(scalar)
      return add(from: start).map { .replace($0) }
    }
    if !isSecret, Self.drawsItself(scalar) { return .append(Code(scalar.value)) }
    append(scalar)
    let isControl = (0x80..<0xA0).contains(scalar.value)
    return add(from: start, isControl ? .controlCharacter : nil).map { .append($0) }
  }

  /// Whether libedit and the terminal agree on how to draw it alone, and it isn't taken for a code.
  private static func drawsItself(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return true }
    guard !isPrivate(Code(scalar.value)) else { return false }
    return Glyph.columns(alone: scalar) != nil
  }

  private func joins(_ previous: Code, _ scalar: Unicode.Scalar) -> Bool {
    // ASCII joins nothing, and almost all that is typed is ASCII.
    guard scalar.value >= 0x300, size(of: previous) < Self.longestCharacter else { return false }
    if let index = cellIndex(previous), cells[index].problem != nil { return false }
    // A character has two columns at the most, and a line of many letters joined would lose some.
    if !isSecret, Glyph.isLetter(scalar) { return false }
    var recognizer = Unicode._CharacterRecognizer()
    withScalars(of: previous) { scalars in
      for scalar in scalars { _ = recognizer.hasBreak(before: scalar) }
    }
    return !recognizer.hasBreak(before: scalar)
  }

  private func add(_ raw: [UInt8], _ problem: Malformed) -> Code? {
    let start = bytes.count
    raw.withUnsafeBytes { bytes.append($0) }
    return add(from: start, problem)
  }

  private func add(from start: Int, _ problem: Malformed? = nil) -> Code? {
    guard Self.narrowCode(cells.count) != nil else { return nil }
    var cell = Cell(offset: start, count: bytes.count - start, columns: 1, problem: problem)
    if problem == nil {
      cell.columns = withScalars(start..<bytes.count) { Glyph(drawing: $0).columns }
    }
    cells.append(cell)
    return code(cells.count - 1)
  }

  private func append(_ scalar: Unicode.Scalar) {
    UTF8.encode(scalar)!.withContiguousStorage { bytes.append($0) }
  }

  // MARK: - Giving them back

  /// How many bytes a code stands for.
  func size(of code: Code) -> Int {
    if let index = cellIndex(code) { return cells[index].count }
    return Unicode.Scalar(UInt32(bitPattern: code)).map { UTF8.width($0) } ?? 0
  }

  /// Why the line is no answer; the first reason counts.
  func problem(in line: [Code]) -> Malformed? {
    for code in line {
      if let index = cellIndex(code), let problem = cells[index].problem { return problem }
    }
    return nil
  }

  /// The text of an ordinary line. What is malformed is left out.
  func text(of line: [Code]) -> String {
    var text = ""
    for code in line {
      if let index = cellIndex(code) {
        guard cells[index].problem == nil else { continue }
        withScalars(of: code) { text.unicodeScalars.append(contentsOf: $0) }
      } else if let scalar = Unicode.Scalar(UInt32(bitPattern: code)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The secret that the codes stand for.
  func secret(of line: [Code]) -> Secret {
    withSecret(of: line) { $0.secret() }
  }

  /// Lends the secret that the codes stand for. It is put together in memory that is kept and wiped:
  /// to ask the system for locked memory at each key would take longer than all the rest.
  func withSecret<Result>(of line: [Code], _ body: (SecretBuffer) -> Result) -> Result {
    bytes.withBytes { all in
      for code in line {
        guard let index = cellIndex(code) else { continue }
        let range = cells[index].offset..<(cells[index].offset + cells[index].count)
        whole.append(UnsafeRawBufferPointer(rebasing: all[range]))
      }
    }
    defer { whole.wipe() }
    return body(whole)
  }

  /// Draws what a private code stands for.
  /// - Returns: false when it is not private.
  func draw(_ code: Code, into screen: SecretBuffer) -> Bool {
    if let painted = paints.text(of: code) {
      painted.utf8.withContiguousStorage { screen.append($0) }
      return true
    }
    guard let index = cellIndex(code) else { return false }
    if isSecret, !isShown {
      dot.utf8.withContiguousStorage { screen.append($0) }
    } else if cells[index].problem != nil {
      Glyph.replacement.withContiguousStorage { screen.append($0) }
    } else {
      withScalars(of: code) { Glyph(drawing: $0).draw($0, into: screen) }
    }
    return true
  }

  /// Wipes all that was typed. The codes for it stand for nothing then; painted ones stay.
  func wipe() {
    bytes.wipe()
    cells.removeAll(keepingCapacity: true)
    wideCells.removeAll(keepingCapacity: true)
  }

  /// Whether anything has been typed since the beginning, or since it was wiped.
  var isEmpty: Bool { cells.isEmpty }

  /// The columns of a code, as libedit sees it.
  func columns(of code: Code) -> Int {
    Unicode.Scalar(UInt32(bitPattern: code)).flatMap { displayWidth(of: $0) } ?? 0
  }

  /// A coloured text as codes; see `Paints`.
  func paint(_ text: String) -> [Code] { paints.paint(text) }

  // MARK: - Bytes

  private func appendBytes(of code: Code) {
    guard let index = cellIndex(code) else {
      return append(Unicode.Scalar(UInt32(bitPattern: code))!)
    }
    let copy = bytes.secret(cells[index].offset..<(cells[index].offset + cells[index].count))
    copy.withBytes { bytes.append($0) }
  }

  private func withScalars<Result>(_ range: Range<Int>, _ body: (UTF8Text) -> Result) -> Result {
    bytes.withBytes { body(UTF8Text(bytes: UnsafeRawBufferPointer(rebasing: $0[range]))) }
  }

  private func withScalars<Result>(of code: Code, _ body: (UTF8Text) -> Result) -> Result {
    if let index = cellIndex(code) {
      return withScalars(cells[index].offset..<(cells[index].offset + cells[index].count), body)
    }
    let scalar = Unicode.Scalar(UInt32(bitPattern: code)) ?? "\u{FFFD}"
    return UTF8.encode(scalar)!.withContiguousStorage { body(UTF8Text(bytes: $0)) }
  }
}

extension Sequence where Element == UInt8 {
  /// The few bytes of one character or mark, as memory.
  fileprivate func withContiguousStorage<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(byteCount: underestimatedCount, alignment: 1) { memory in
      var count = 0
      for byte in self {
        memory[count] = byte
        count += 1
      }
      defer { memory.initializeMemory(as: UInt8.self, repeating: 0) }
      return body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }
  }
}
