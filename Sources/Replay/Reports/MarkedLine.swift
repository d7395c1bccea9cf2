import Text

/// A line that is safe to show, divided into a matching part, a differing part, and another
/// matching part. A long line is cut around the first difference and ends with a note.
struct MarkedLine: Equatable {
  private(set) var lead: String
  private(set) var mark = ""
  private(set) var tail = ""

  /// The maximum number of scalars shown of a line, and how many of them precede the difference.
  private static let longest = 160
  private static let leading = 40

  /// Creates a line without marks.
  init(_ text: String) {
    self.init(Array(text.unicodeScalars), from: 0, marking: nil, escapingAll: false)
  }

  /// Marks the difference between two lines that should be the same. O(scalars).
  static func pair(wanted: String, got: String) -> (wanted: MarkedLine, got: MarkedLine) {
    let left = Array(wanted.unicodeScalars)
    let right = Array(got.unicodeScalars)
    let (start, end) = commonEnds(left, right)
    let leftRange = start..<left.count - end
    let rightRange = start..<right.count - end
    let isLong = max(left.count, right.count) > longest
    let from = isLong ? max(start - leading, 0) : 0
    let alike = String(left[leftRange]) == String(right[rightRange])
    return (
      MarkedLine(left, from: from, marking: leftRange, escapingAll: alike),
      MarkedLine(right, from: from, marking: rightRange, escapingAll: alike)
    )
  }

  /// The line of `^` to show below; `nil` if nothing is marked or the whole line differs.
  var marker: String? {
    if mark.isEmpty || (lead.isEmpty && tail.isEmpty) { return nil }
    return String(repeating: " ", count: displayWidth(of: lead))
      + String(repeating: "^", count: max(displayWidth(of: mark), 1))
  }

  private init(
    _ scalars: [Unicode.Scalar], from: Int, marking range: Range<Int>?, escapingAll: Bool
  ) {
    let to = min(from + Self.longest, scalars.count)
    let start = min(range?.lowerBound ?? to, to)
    let end = min(range?.upperBound ?? to, to)
    lead = (from > 0 ? "… " : "") + escapingControls(String(scalars[from..<start]))
    mark = Self.escapingInvisible(scalars[start..<end], all: escapingAll)
    tail = escapingControls(String(scalars[end..<to]))
    if to - from < scalars.count {
      tail += (to < scalars.count ? " …" : "") + " [cut from \(scalars.count.of("character"))]"
    }
  }

  /// Returns the numbers of matching scalars at the start and at the end of two lines. A scalar
  /// without a column of its own belongs to the character before it, so that the `^` has a
  /// character above it.
  private static func commonEnds(
    _ left: [Unicode.Scalar], _ right: [Unicode.Scalar]
  ) -> (start: Int, end: Int) {
    let shorter = min(left.count, right.count)
    var start = 0
    while start < shorter, left[start] == right[start] { start += 1 }
    while start > 0, isMark(left, start) || isMark(right, start) { start -= 1 }
    var end = 0
    while end < shorter - start, left[left.count - 1 - end] == right[right.count - 1 - end] {
      end += 1
    }
    while end > 0, isMark(left, left.count - end) { end -= 1 }
    return (start, end)
  }

  private static func isMark(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard index < scalars.count, !scalars[index].isASCII else { return false }
    let text = String(scalars[index])
    return displayWidth(of: text) == 0 && escapingControls(text) == text
      && !scalars[index].properties.isDefaultIgnorableCodePoint
  }

  /// - Parameter all: whether to escape everything except ASCII, because the two parts look alike.
  private static func escapingInvisible(_ scalars: ArraySlice<Unicode.Scalar>, all: Bool) -> String
  {
    var text = ""
    for scalar in scalars {
      let isInvisible =
        scalar.properties.isDefaultIgnorableCodePoint
        || scalar.properties.generalCategory == .spaceSeparator
      if !scalar.isASCII, all || isInvisible {
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        text += escapingControls(String(scalar))
      }
    }
    return text
  }
}

extension String {
  fileprivate init(_ scalars: some Collection<Unicode.Scalar>) {
    self.init()
    unicodeScalars.append(contentsOf: scalars)
  }
}
