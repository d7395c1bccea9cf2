import Secrets
import Text

/// An element of libedit's line: a character, or a private code that represents one.
typealias Code = Int32

/// The characters behind the private codes that libedit edits instead of them.
///
/// In a secret, each grapheme cluster has a code; in an ordinary line, only what libedit can't draw.
/// The documentation explains why ("How it is made"). The bytes are in locked memory and are wiped
/// with this object.
final class CodeBook {
  /// A character, as the location of its bytes and the way in which it is drawn.
  private struct Cell {
    var place: Range<Int>
    var columns: Int
    var problem: Malformed?
    /// The cell's index in `wideCells`, or `nil` if it is not in there.
    var wide: Int?
  }

  enum Placement: Equatable {
    case append(Code)
    /// Replaces the code before the cursor, whose character the new one joins.
    case replace(Code)
  }

  let isSecret: Bool

  /// Whether a secret's characters are drawn instead of dots.
  var isShown = false

  /// The text that hides a character of a secret.
  let dot: String
  private let bytes = SecretBuffer()
  private let whole = SecretBuffer()
  private var cells: [Cell] = []
  private var wideCells: [Int] = []
  private var paints = Paints()

  /// - Parameter dot: The text that hides a character of a secret, one column wide, or `nil` for a
  ///   line that is not secret.
  init(dot: String?) {
    isSecret = dot != nil
    self.dot = dot ?? ""
  }

  /// The maximum length of a character, in bytes. Further marks become characters of their own.
  private static let longestCharacter = 64

  // MARK: - Codes

  /// The narrow codes: the private use planes 15 and 16, one column wide in every locale, with the
  /// two noncharacters between them, which are left out. `Paints` uses the last ones.
  private static let narrow: ClosedRange<Code> = 0xF0000...0x10EFFF
  private static let lastOfPlane15: Code = 0xFFFFD

  /// The wide codes: a part of CJK Extension B, two columns wide in every locale. `Paints` uses the
  /// last ones.
  private static let wide: ClosedRange<Code> = 0x20000...0x29FFF

  private static func isPrivate(_ code: Code) -> Bool {
    wide.contains(code) || narrow.contains(code) || Paints.owns(code)
  }

  private static func narrowCode(_ cell: Int) -> Code? {
    let code = narrow.lowerBound + Code(cell)
    if code <= lastOfPlane15 { return code }
    return narrow.contains(code + 2) ? code + 2 : nil
  }

  private func cellIndex(_ code: Code) -> Int? {
    if Self.wide.contains(code) {
      let place = Int(code - Self.wide.lowerBound)
      return place < wideCells.count ? wideCells[place] : nil
    }
    guard Self.narrow.contains(code) else { return nil }
    let index = Int(code - Self.narrow.lowerBound) - (code > Self.lastOfPlane15 ? 2 : 0)
    return index < cells.count ? index : nil
  }

  /// Returns the current code of a cell, which has the same width as what is drawn.
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

  /// Returns the line with the current code of each cell. Unknown private codes are left out.
  func current(_ line: [Code]) -> [Code] {
    line.compactMap { code in
      if let index = cellIndex(code) { return self.code(index) }
      return Self.isPrivate(code) ? nil : code
    }
  }

  // MARK: - Encoding

  /// Encodes a character, or a byte that is not part of one, for libedit's line.
  ///
  /// - Parameter previous: The code before the cursor, or `nil` if there is none.
  /// - Returns: `nil` if this question has used up all codes.
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

  /// Whether libedit and the terminal draw the scalar in the same way, and it is not a private
  /// code.
  private static func drawsItself(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return true }
    guard !isPrivate(Code(scalar.value)) else { return false }
    return Glyph.columns(alone: scalar) != nil
  }

  private func joins(_ previous: Code, _ scalar: Unicode.Scalar) -> Bool {
    // No ASCII character joins another, and almost all input is ASCII.
    guard scalar.value >= 0x300, size(of: previous) < Self.longestCharacter else { return false }
    if let index = cellIndex(previous), cells[index].problem != nil { return false }
    // A character is drawn in at most two columns, which would hide some of many joined letters.
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
    var cell = Cell(place: start..<bytes.count, columns: 1, problem: problem)
    if problem == nil {
      cell.columns = withScalars(cell.place) { Glyph(drawing: $0).columns }
    }
    cells.append(cell)
    return code(cells.count - 1)
  }

  private func append(_ scalar: Unicode.Scalar) {
    scalar.withWipedUTF8 { bytes.append($0) }
  }

  // MARK: - Decoding

  /// Returns the number of bytes that a code represents.
  func size(of code: Code) -> Int {
    if let index = cellIndex(code) { return cells[index].place.count }
    return Unicode.Scalar(UInt32(bitPattern: code)).map { UTF8.width($0) } ?? 0
  }

  /// Returns the first reason why the line can't be an answer, or `nil` if there is none.
  func problem(in line: [Code]) -> Malformed? {
    for code in line {
      if let index = cellIndex(code), let problem = cells[index].problem { return problem }
    }
    return nil
  }

  /// Returns the text of a line that is not secret, without its malformed parts.
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

  /// Returns the secret that the codes represent.
  func secret(of line: [Code]) -> Secret {
    withSecret(of: line) { $0.secret() }
  }

  /// Calls the closure with the secret that the codes represent. The buffer is wiped and reused:
  /// allocating locked memory takes long.
  func withSecret<Result>(of line: [Code], _ body: (SecretBuffer) -> Result) -> Result {
    bytes.withBytes { all in
      for code in line {
        guard let index = cellIndex(code) else { continue }
        whole.append(UnsafeRawBufferPointer(rebasing: all[cells[index].place]))
      }
    }
    defer { whole.wipe() }
    return body(whole)
  }

  /// Draws the character behind a private code.
  ///
  /// - Returns: `false` if the code is not a private one.
  func draw(_ code: Code, into screen: SecretBuffer) -> Bool {
    if let painted = paints.cell(of: code) {
      screen.append(painted.text)
      return true
    }
    guard let index = cellIndex(code) else { return false }
    if isSecret, !isShown {
      screen.append(dot)
    } else if cells[index].problem != nil {
      screen.append(Glyph.replacement)
    } else {
      withScalars(of: code) { Glyph(drawing: $0).draw($0, into: screen) }
    }
    return true
  }

  /// Returns a line as it is drawn: a hidden secret as dots.
  func drawing(of line: [Code]) -> String {
    let screen = SecretBuffer()
    for code in line where !draw(code, into: screen) {
      if let scalar = Unicode.Scalar(UInt32(bitPattern: code)) { screen.append(String(scalar)) }
    }
    return screen.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Wipes everything that was typed, which invalidates its codes. The codes of painted text remain
  /// valid.
  func wipe() {
    bytes.wipe()
    cells.removeAll(keepingCapacity: true)
    wideCells.removeAll(keepingCapacity: true)
  }

  /// Whether nothing has been encoded since the beginning or the last `wipe`.
  var isEmpty: Bool { cells.isEmpty }

  /// Returns the columns of a code according to libedit.
  func columns(of code: Code) -> Int {
    Unicode.Scalar(UInt32(bitPattern: code)).flatMap { displayWidth(of: $0) } ?? 0
  }

  /// Returns the codes of a coloured text; see `Paints`.
  func paint(_ text: String) -> [Code] { paints.paint(text) }

  /// Returns what to draw for the code of a coloured character, or `nil` for any other code.
  func painted(_ code: Code) -> Paints.Cell? { paints.cell(of: code) }

  // MARK: - Bytes

  private func appendBytes(of code: Code) {
    guard let index = cellIndex(code) else {
      return append(Unicode.Scalar(UInt32(bitPattern: code))!)
    }
    let copy = bytes.secret(cells[index].place)
    copy.withBytes { bytes.append($0) }
  }

  private func withScalars<Result>(_ range: Range<Int>, _ body: (UTF8Text) -> Result) -> Result {
    bytes.withBytes { body(UTF8Text(bytes: UnsafeRawBufferPointer(rebasing: $0[range]))) }
  }

  private func withScalars<Result>(of code: Code, _ body: (UTF8Text) -> Result) -> Result {
    if let index = cellIndex(code) {
      return withScalars(cells[index].place, body)
    }
    let scalar = Unicode.Scalar(UInt32(bitPattern: code)) ?? "\u{FFFD}"
    return scalar.withWipedUTF8 { body(UTF8Text(bytes: $0)) }
  }
}
