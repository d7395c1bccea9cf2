/// Turns characters that were typed or pasted in one go into codes for one place in the line.
struct Intake {
  private let codes: CodeBook
  private var previous: Code?
  private var size: Int

  /// What to insert.
  private(set) var new: [Code] = []

  /// Whether the code before the cursor goes: its character was joined by the first new one.
  private(set) var replacesPrevious = false

  /// Whether the line would be longer than `Terminal.longestLine`, or has no codes left. What came
  /// too much is not in `new`.
  private(set) var isTooLong = false

  /// - Parameters:
  ///   - line: what stands in the line already.
  ///   - cursor: the place, an index of `line`.
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

  /// The codes of a text that was accepted once, such as an answer to be changed.
  static func codes(for text: String, in codes: CodeBook) -> [Code] {
    var intake = Intake(codes)
    for scalar in text.unicodeScalars { intake.take(.character(scalar)) }
    return intake.new
  }
}
