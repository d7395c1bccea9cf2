import Accounts
import Text

/// Placeholders in a bot's line for text that a real service generates: `{{name:kind}}`. A
/// placeholder is bound at its first use, and must match the same text later. `\{{` is a literal
/// `{{`.
///
/// Braces, colons and backslashes are compared as bytes, so a following combining mark doesn't
/// change them.
package enum Placeholder {
  /// The text that a placeholder matches.
  enum Kind: String, CaseIterable {
    /// 8-4-4-4-12 hexadecimal digits.
    case uuid
    /// ASCII digits, optionally preceded by a minus sign.
    case int
    /// A full-date of RFC 3339, optionally with a time: `2026-11-21`, `2026-11-21T06:00:00.5Z`.
    case date
    /// One or more characters other than a space.
    case word
    /// The rest of the line, at least one character.
    case rest
  }

  enum Part: Equatable {
    /// Literal text in its original spelling, with its escapes.
    case literal(String)
    case hole(name: String, Kind)
  }

  /// Escapes a text so that it is read as literal. O(text).
  package static func escaped(_ text: String) -> String {
    guard hasBraces(text) else { return text }
    let escaped = Array(text.utf8).replacing(opening, with: Array("\\{{".utf8))
    return String(decoding: escaped, as: UTF8.self)
  }

  private static let opening = Array("{{".utf8)

  /// Whether a text contains two opening braces. If not, it has no placeholder and needs no escaping.
  static func hasBraces(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{") && last == byte { return true }
      last = byte
    }
    return false
  }

  /// Splits a template into its parts. Text that resembles a placeholder but isn't one is literal.
  /// O(template).
  ///
  /// - Throws: if the type of a placeholder is unknown. Text that the bot has said never contains
  ///   one, because its braces are escaped.
  static func parts(of template: String) throws(TranscriptError.Reason) -> [Part] {
    let text = Array(template.utf8)
    var parts: [Part] = []
    var finder = HoleFinder(text: text)
    var start = 0
    func addLiteral(upTo end: Int) {
      if start < end { parts.append(.literal(String(decoding: text[start..<end], as: UTF8.self))) }
    }
    var index = 0
    while index < text.count {
      if text[index...].starts(with: "\\{{".utf8) {
        index += 3
      } else if text[index...].starts(with: opening), let (hole, end) = try finder.hole(at: index) {
        addLiteral(upTo: index)
        parts.append(hole)
        (index, start) = (end, end)
      } else {
        index += 1
      }
    }
    addLiteral(upTo: text.count)
    return parts
  }
}

/// Finds the ends of placeholders. It remembers the next colon and closing brace, so that many
/// openings before one of them don't search for it again.
private struct HoleFinder {
  let text: [UInt8]
  private var colon = -1
  private var brace = -1

  init(text: [UInt8]) {
    self.text = text
  }

  /// Returns the placeholder that begins with the two braces at `opening`, and its end; `nil` if it
  /// isn't one.
  mutating func hole(
    at opening: Int
  ) throws(TranscriptError.Reason) -> (Placeholder.Part, end: Int)? {
    let start = opening + 2
    if colon < start { colon = text[start...].firstIndex(of: UInt8(ascii: ":")) ?? text.count }
    if brace < start { brace = text[start...].firstIndex(of: UInt8(ascii: "}")) ?? text.count }
    guard start < colon, colon < brace, brace + 1 < text.count,
      text[brace + 1] == UInt8(ascii: "}")
    else { return nil }
    let type = String(decoding: text[colon + 1..<brace].prefix(64), as: UTF8.self)
    guard let kind = Placeholder.Kind(rawValue: type) else { throw .unknownPlaceholderType(type) }
    return (.hole(name: String(decoding: text[start..<colon], as: UTF8.self), kind), brace + 2)
  }
}

/// Matching of each kind.
extension Placeholder.Kind {
  /// Returns the end of the longest match from an offset; the offset itself if there is no match.
  /// O(match).
  func longestEnd(_ text: [UInt8], from start: Int) -> Int {
    switch self {
    case .uuid: end(of: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", in: text[start...]) ?? start
    case .int: intEnd(text, from: start)
    case .date: dateEnd(text, from: start)
    case .word: text[start...].firstIndex(of: 0x20) ?? text.count
    case .rest: text.count
    }
  }

  /// Whether a match may contain the byte. Meaningful only for the kinds whose matches can end
  /// anywhere.
  func mayHold(_ byte: UInt8) -> Bool {
    switch self {
    case .int: isDigit(byte)
    case .word: byte != 0x20
    case .uuid, .date, .rest: true
    }
  }

  private func intEnd(_ text: [UInt8], from start: Int) -> Int {
    let digits = text[start...].first == UInt8(ascii: "-") ? start + 1 : start
    let end = text[digits...].firstIndex { !isDigit($0) } ?? text.count
    return end > digits ? end : start
  }

  /// Returns the end of the longest match: a date alone, or a date and a time with an optional
  /// fraction and an offset.
  private func dateEnd(_ text: [UInt8], from start: Int) -> Int {
    let text = text[start...]
    guard let day = end(of: "dddd-dd-dd", in: text) else { return start }
    guard let second = end(of: "Tdd:dd:dd", in: text[day...]) else { return day }
    let dot = end(of: ".d", in: text[second...]) ?? second
    let fraction = dot == second ? dot : text[dot...].firstIndex { !isDigit($0) } ?? text.endIndex
    return end(of: "Z", in: text[fraction...]) ?? end(of: "+dd:dd", in: text[fraction...])
      ?? end(of: "-dd:dd", in: text[fraction...]) ?? day
  }

  /// Returns the end of a pattern at the start of a text, where `d` stands for a digit and `x` for a
  /// hexadecimal one; `nil` if the text doesn't match.
  private func end(of pattern: StaticString, in text: ArraySlice<UInt8>) -> Int? {
    let count = pattern.utf8CodeUnitCount
    guard text.count >= count else { return nil }
    let fits = pattern.withUTF8Buffer { pattern in
      zip(pattern, text).allSatisfy { sign, byte in
        switch sign {
        case UInt8(ascii: "d"): isDigit(byte)
        case UInt8(ascii: "x"): isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
        default: sign == byte
        }
      }
    }
    return fits ? text.startIndex + count : nil
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
