/// Converts characters that were typed or pasted together into codes to insert into the line.
struct Intake {
  private let codes: CodeBook
  private var previous: Code?
  private var size: Int

  /// The codes to insert.
  private(set) var new: [Code] = []

  /// Whether to remove the code before the cursor, because the first new character joins it.
  private(set) var replacesPrevious = false

  /// Whether the line would exceed `Terminal.longestLine`, or there are no codes left. `new` does
  /// not contain the excess.
  private(set) var isTooLong = false

  /// - Parameters:
  ///   - line: The current line.
  ///   - cursor: The index in `line` at which to insert.
  init(_ codes: CodeBook, line: [Code] = [], cursor: Int = 0) {
    self.codes = codes
    previous = cursor > 0 ? line[cursor - 1] : nil
    size = line.reduce(0) { $0 + codes.size(of: $1) }
  }

  mutating func take(_ key: Key) {
    guard !isTooLong else { return }
    let placement = codes.take(key, after: previous)
    switch placement {
    case nil:
      isTooLong = true
    case .append(let code):
      size += codes.size(of: code)
      isTooLong = size > Terminal.longestLine
      if !isTooLong { append(code) }
    case .replace(let code):
      size += codes.size(of: code) - (previous.map { codes.size(of: $0) } ?? 0)
      isTooLong = size > Terminal.longestLine
      guard !isTooLong else { return }
      if new.isEmpty { replacesPrevious = true } else { new.removeLast() }
      append(code)
    }
  }

  private mutating func append(_ code: Code) {
    new.append(code)
    previous = code
  }

  /// Returns the codes of a text that was accepted before, such as an answer to edit.
  static func codes(for text: String, in codes: CodeBook) -> [Code] {
    var intake = Intake(codes)
    for scalar in text.unicodeScalars { intake.take(.character(scalar)) }
    return intake.new
  }
}
