import Accounts

/// What a bot's line may hold where a real service makes something up: `{{name:kind}}`. It binds at its
/// first use, and must be equal later. `\{{` is a literal `{{`.
package enum Placeholder {
  /// What a placeholder lets through.
  enum Kind: String, CaseIterable {
    /// 8-4-4-4-12 hexadecimal digits.
    case uuid
    /// ASCII digits, with or without a minus before them.
    case int
    /// RFC 3339's full-date, with or without its time: `2026-11-21`, `2026-11-21T06:00:00.5Z`.
    case date
    /// Anything without a space.
    case word
    /// All that is left of the line, but not nothing.
    case rest

    /// Where the longest run that it lets through ends, from an offset; the offset itself for none.
    func longestEnd(_ text: [UInt8], from start: Int) -> Int {
      switch self {
      case .uuid: isUUID(text[start...].prefix(36)) ? start + 36 : start
      case .int: intEnd(text, from: start)
      case .date: dateEnd(text, from: start)
      case .word: text[start...].firstIndex(of: 0x20) ?? text.count
      case .rest: text.count
      }
    }

    private func intEnd(_ text: [UInt8], from start: Int) -> Int {
      let digits = text[start...].first == UInt8(ascii: "-") ? start + 1 : start
      let end = text[digits...].firstIndex { !(0x30...0x39).contains($0) } ?? text.count
      return end > digits ? end : start
    }

    /// The longest of a date, a date with its time, and the same with a fraction, an offset or both.
    private func dateEnd(_ text: [UInt8], from start: Int) -> Int {
      let text = text[start...]
      guard let day = end(of: "dddd-dd-dd", in: text) else { return start }
      guard let second = end(of: "Tdd:dd:dd", in: text[day...]) else { return day }
      let dot = end(of: ".d", in: text[second...]) ?? second
      let fraction = dot == second ? dot : text[dot...].firstIndex { !isDigit($0) } ?? text.endIndex
      return end(of: "Z", in: text[fraction...]) ?? end(of: "+dd:dd", in: text[fraction...])
        ?? end(of: "-dd:dd", in: text[fraction...]) ?? day
    }

    /// Where a pattern ends that a text begins with, a `d` standing for a digit; nil if it doesn't.
    private func end(of pattern: StaticString, in text: ArraySlice<UInt8>) -> Int? {
      let count = pattern.utf8CodeUnitCount
      guard text.count >= count else { return nil }
      let fits = pattern.withUTF8Buffer { pattern in
        zip(pattern, text).allSatisfy { $0 == UInt8(ascii: "d") ? isDigit($1) : $0 == $1 }
      }
      return fits ? text.startIndex + count : nil
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
      let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      return groups.map(\.count) == [8, 4, 4, 4, 12]
        && groups.joined().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
  }

  enum Part: Equatable {
    case literal(String)
    case hole(name: String, Kind)
  }

  /// How a text that is meant literally is written.
  package static func escaped(_ text: String) -> String {
    holdsBraces(text)
      ? text.split(separator: "{{", omittingEmptySubsequences: false)
        .joined(separator: "\\{{") : text
  }

  /// Whether a text has two braces, without which it is as it stands.
  static func holdsBraces(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable(holdsBraces) ?? holdTwoBraces(text.utf8)
  }

  /// The same of UTF-8. Few texts have even one.
  package static func holdsBraces(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    Bytes.firstIndex(of: UInt8(ascii: "{"), in: UnsafeRawBufferPointer(bytes)) != nil
      && holdTwoBraces(bytes)
  }

  private static func holdTwoBraces(_ bytes: some Sequence<UInt8>) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if byte == UInt8(ascii: "{") && last == byte { return true }
      last = byte
    }
    return false
  }

  /// Whether a line that the bot says now is the one that a transcript has. O(template × text), but for
  /// a name that is bound and used again in one line, O(template × text²).
  ///
  /// - Parameters:
  ///   - template: the transcript's text, escaped.
  ///   - actual: the text said, escaped.
  ///   - bindings: what the placeholders stand for so far; a match adds its own.
  package static func matches(
    _ template: String, _ actual: String, _ bindings: inout [String: String]
  ) -> Bool {
    if template.hasSameBytes(as: actual) { return true }
    guard holdsBraces(template) else { return false }
    let parts = parts(of: template).map { part in
      if case .hole(let name, _) = part, let bound = bindings[name] { return Part.literal(bound) }
      return part
    }
    let text = Array(actual.utf8)
    if let name = nameUsedTwice(parts) {
      return matches(binding: name, in: parts, template, actual, &bindings)
    }
    let ways = ways(through: parts, text)
    guard ways[0][0] else { return false }
    var offset = 0
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal(let literal): offset += literal.utf8.count
      case .hole(let name, let kind):
        let longest = kind.longestEnd(text, from: offset)
        let end = (offset + 1...longest).last { ways[index + 1][$0] } ?? longest
        bindings[name] = String(decoding: text[offset..<end], as: UTF8.self)
        offset = end
      }
    }
    return true
  }

  private static func nameUsedTwice(_ parts: [Part]) -> String? {
    var seen: Set<String> = []
    for case .hole(let name, _) in parts where !seen.insert(name).inserted { return name }
    return nil
  }

  /// Tries what a name could stand for, the longest first.
  private static func matches(
    binding name: String, in parts: [Part], _ template: String, _ actual: String,
    _ bindings: inout [String: String]
  ) -> Bool {
    let text = Array(actual.utf8)
    for case .hole(name, let kind) in parts {
      for start in text.indices {
        for end in stride(from: kind.longestEnd(text, from: start), to: start, by: -1) {
          var trial = bindings
          trial[name] = String(decoding: text[start..<end], as: UTF8.self)
          if matches(template, actual, &trial) {
            bindings = trial
            return true
          }
        }
      }
      return false
    }
    return false
  }

  /// For each part and offset, whether the parts from there on can take up the rest of the text.
  private static func ways(through parts: [Part], _ text: [UInt8]) -> [[Bool]] {
    var ways = [[Bool]](
      repeating: [Bool](repeating: false, count: text.count + 1), count: parts.count + 1)
    ways[parts.count][text.count] = true
    for index in parts.indices.reversed() {
      switch parts[index] {
      case .literal(let literal):
        let bytes = Array(literal.utf8)
        for start in 0...text.count where start + bytes.count <= text.count {
          ways[index][start] =
            ways[index + 1][start + bytes.count] && text[start...].starts(with: bytes)
        }
      case .hole(_, let kind):
        fill(&ways, at: index, kind, text)
      }
    }
    return ways
  }

  private static func fill(
    _ ways: inout [[Bool]], at index: Int, _ kind: Kind, _ text: [UInt8]
  ) {
    // The nearest end beyond each offset from which the rest can be taken up, and the end of the run.
    var nearest = text.count + 1
    var runEnd = text.count
    for start in text.indices.reversed() {
      if ways[index + 1][start + 1] { nearest = start + 1 }
      switch kind {
      case .uuid, .date, .rest:
        let end = kind.longestEnd(text, from: start)
        ways[index][start] = end > start && ways[index + 1][end]
        continue
      case .int where text[start] == UInt8(ascii: "-"):
        runEnd = start
        ways[index][start] =
          start + 1 < text.count && ways[index][start + 1]
          && text[start + 1] != UInt8(ascii: "-")
        continue
      case .int, .word:
        if kind.longestEnd([text[start]], from: 0) == 0 { runEnd = start }
      }
      ways[index][start] = nearest <= runEnd && runEnd > start
    }
  }

  static func parts(of template: String) -> [Part] {
    var parts: [Part] = []
    var literal = ""
    var rest = template[...]
    while let character = rest.first {
      if rest.hasPrefix("\\{{") {
        literal += "\\{{"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("{{"), let (hole, after) = hole(in: rest) {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(hole)
        rest = after
      } else {
        literal.append(character)
        rest = rest.dropFirst()
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    return parts
  }

  private static func hole(in text: Substring) -> (Part, Substring)? {
    let inner = text.dropFirst(2)
    guard let close = inner.firstIndex(of: "}"), inner[close...].hasPrefix("}}") else { return nil }
    let words = inner[..<close].split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2, !words[0].isEmpty, let kind = Kind(rawValue: String(words[1])) else {
      return nil
    }
    return (.hole(name: String(words[0]), kind), inner[close...].dropFirst(2))
  }
}
