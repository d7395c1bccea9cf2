import Text

extension Rule.Test {
  /// Whether a text passes the test. O(text), except for `notNearUsername`: O(edits × (text +
  /// username)).
  ///
  /// - Parameter username: The name that a password must not resemble; `nil` if there is none yet.
  func passes(_ text: UTF8Text, username: String?) -> Bool {
    switch self {
    case .minimum(let limit, let unit): text.count(unit) >= limit
    case .maximum(let limit, let unit): text.count(unit) <= limit
    case .only(let kinds): text.allSatisfy(kinds.hold)
    case .contains(let kinds): text.contains(where: kinds.hold)
    case .startsWith(let kinds): text.first(where: { _ in true }).map(kinds.hold) ?? false
    case .innerMarks(let marks): marksAreInside(text, Array(marks.unicodeScalars))
    case .notReserved(let names): !names.contains { reserves($0, text) }
    case .notCommon: !CommonPasswords.contains(text.bytes)
    case .notNearUsername(let distance):
      username.map { !isNear(text, $0, distance) } ?? true
    case .any(let alternatives):
      alternatives.contains { $0.allSatisfy { $0.passes(text, username: username) } }
    }
  }
}

private func marksAreInside(_ text: UTF8Text, _ marks: [Unicode.Scalar]) -> Bool {
  var afterMark = true
  for scalar in text {
    let isMark = marks.contains(scalar)
    if isMark && afterMark { return false }
    afterMark = isMark
  }
  return !afterMark || text.bytes.isEmpty
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}

/// Whether a reserved name matches a text. A name that ends with `*` matches every text with that
/// prefix.
private func reserves(_ name: String, _ text: UTF8Text) -> Bool {
  guard name.utf8.last == UInt8(ascii: "*") else {
    return equalIgnoringASCIICase(name.utf8, text.bytes)
  }
  let beginning = name.utf8.dropLast()
  return beginning.lazy.map(lowercased).elementsEqual(
    text.bytes.prefix(beginning.count).lazy.map(lowercased))
}

func equalIgnoringASCIICase(
  _ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>
) -> Bool {
  first.lazy.map(lowercased).elementsEqual(second.lazy.map(lowercased))
}

private func isNear(_ text: UTF8Text, _ username: String, _ distance: Int) -> Bool {
  let name = username.utf8.map(lowercased)
  guard !name.isEmpty else { return false }
  let folded = text.bytes.lazy.map(lowercased)
  // The distance is at least the difference of the lengths.
  if abs(name.count - folded.count) <= distance {
    if editDistance(name, folded, limit: distance) <= distance { return true }
    if editDistance(name.reversed(), folded, limit: distance) <= distance { return true }
  }
  // A password that doesn't contain the name must not count as near just because it is short.
  return [name, name.reversed()].contains { name in
    let left = strikingOut(name, folded, limit: distance)
    return left < folded.count && left <= distance
  }
}

/// Returns the number of bytes that remain after every occurrence of a name is removed, from left
/// to right. O(limit × name + text).
///
/// - Parameter limit: The greatest count of interest. A greater count is returned as `limit + 1`.
private func strikingOut<Text: RandomAccessCollection>(
  _ name: [UInt8], _ text: Text, limit: Int
) -> Int where Text.Element == UInt8, Text.Index == Int {
  var left = 0
  var index = text.startIndex
  while index < text.endIndex, left <= limit {
    if text[index...].starts(with: name) {
      index += name.count
    } else {
      index += 1
      left += 1
    }
  }
  return left
}
