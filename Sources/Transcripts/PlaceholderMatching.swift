import Accounts
import Text

/// Compares a bot's line with the line in a transcript. A template that would take more than linear
/// time is rejected when the transcript is read.
extension Placeholder {
  /// The maximum number of placeholders in a line. Each may require a pass over the rest of the
  /// line.
  static let mostInLine = 16

  /// Whether a line that the bot says matches the line in the transcript. If a text can be divided
  /// in several ways, earlier placeholders match as much as possible. O(template + placeholders ×
  /// text).
  ///
  /// - Parameters:
  ///   - template: the text in the transcript, escaped and checked.
  ///   - actual: the text that the bot says, escaped.
  ///   - bindings: the text of each placeholder so far; a match adds its own.
  package static func matches(
    _ template: String, _ actual: String, _ bindings: inout [String: String]
  ) -> Bool {
    if template.hasSameBytes(as: actual) { return true }
    guard hasBraces(template), let parts = try? parts(of: template) else { return false }
    var match = Match(parts: parts, text: Array(actual.utf8), bindings: bindings)
    guard match.succeeds() else { return false }
    bindings = match.bindings
    return true
  }

  /// Checks that a template can be matched in linear time. O(template).
  ///
  /// If a name is used again in its line, its end must be known without a search: each placeholder
  /// up to it has a definite end, or it is the only one of unknown length.
  static func check(_ template: String) throws(TranscriptError.Reason) {
    guard hasBraces(template) else { return }
    let parts = try parts(of: template)
    let names = parts.compactMap(\.name)
    if names.count > mostInLine { throw .tooManyPlaceholders }
    var seen: Set<String> = []
    for (index, part) in parts.enumerated() {
      guard case .hole(let name, let kind) = part, seen.insert(name).inserted else { continue }
      let rest = parts[(index + 1)...]
      if kind.endsForCertain(before: rest.first) { continue }
      let later = rest.filter { $0.name.map { !seen.contains($0) } ?? false }
      if rest.contains(where: { $0.name == name }) {
        if later.allSatisfy({ $0.kind == .uuid }) { return }
        throw .ambiguousPlaceholder(name)
      }
      var once: Set<String> = []
      if let again = later.compactMap(\.name).first(where: { !once.insert($0).inserted }) {
        throw .ambiguousPlaceholder(again)
      }
      return
    }
  }
}

extension Placeholder.Part {
  /// The placeholder's name; `nil` for a literal.
  var name: String? {
    if case .hole(let name, _) = self { name } else { nil }
  }

  fileprivate var kind: Placeholder.Kind? {
    if case .hole(_, let kind) = self { kind } else { nil }
  }
}

extension Placeholder.Kind {
  /// Whether only the longest match can precede a part, so that its start determines its end.
  ///
  /// - Parameter next: the following part; `nil` at the end of the line.
  fileprivate func endsForCertain(before next: Placeholder.Part?) -> Bool {
    switch self {
    case .uuid, .date, .rest: true
    case .int, .word:
      switch next {
      case nil: true
      case .literal(let text): text.utf8.first.map { !mayHold($0) } ?? false
      case .hole: false
      }
    }
  }
}

/// A single comparison. It works from left to right as long as each part's end is definite, and
/// with tables from there on.
private struct Match {
  let parts: [Placeholder.Part]
  let text: [UInt8]
  /// The previous bindings and those of this match.
  var bindings: [String: String]
  var offset = 0

  mutating func succeeds() -> Bool {
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal(let literal):
        guard take(literal) else { return false }
      case .hole(let name, let kind):
        if let bound = bindings[name] {
          guard take(bound) else { return false }
        } else if kind.endsForCertain(before: parts[(index + 1)...].first) {
          guard bind(name, upTo: kind.longestEnd(text, from: offset)) else { return false }
        } else if parts[(index + 1)...].contains(where: { $0.name == name }) {
          guard let end = endByLength(of: name, kind, from: index), bind(name, upTo: end) else {
            return false
          }
        } else {
          return divide(Array(parts[index...]))
        }
      }
    }
    return offset == text.count
  }

  private mutating func take(_ literal: String) -> Bool {
    guard text[offset...].starts(with: literal.utf8) else { return false }
    offset += literal.utf8.count
    return true
  }

  private mutating func bind(_ name: String, upTo end: Int) -> Bool {
    guard end > offset else { return false }
    bindings[name] = String(decoding: text[offset..<end], as: UTF8.self)
    offset = end
    return true
  }

  /// Returns the end of a placeholder that is used again, if everything else up to the end of the
  /// line has a known length: the remaining length is divided evenly. `nil` if it can't be, or the
  /// text doesn't match.
  private func endByLength(of name: String, _ kind: Placeholder.Kind, from index: Int) -> Int? {
    var uses = 0
    var left = text.count - offset
    for part in parts[index...] {
      switch part {
      case .hole(name, _): uses += 1
      case .literal(let literal): left -= literal.utf8.count
      case .hole(let other, _): left -= bindings[other]?.utf8.count ?? 36
      }
    }
    guard left > 0, left.isMultiple(of: uses) else { return nil }
    let end = offset + left / uses
    let value = Array(text[offset..<end])
    return kind.longestEnd(value, from: 0) == value.count ? end : nil
  }

  /// Divides the remaining text among parts in which no unbound name occurs twice.
  private mutating func divide(_ rest: [Placeholder.Part]) -> Bool {
    let rest = rest.map { part in
      part.name.flatMap { bindings[$0] }.map { .literal($0) } ?? part
    }
    let ways = ways(through: rest)
    guard ways[0][offset] else { return false }
    for (index, part) in rest.enumerated() {
      switch part {
      case .literal(let literal): offset += literal.utf8.count
      case .hole(let name, let kind):
        let longest = kind.longestEnd(text, from: offset)
        let end = (offset + 1...longest).last { ways[index + 1][$0] } ?? longest
        guard bind(name, upTo: end) else { return false }
      }
    }
    return true
  }

  /// Returns for each part and offset whether the parts from there on can match the rest of the
  /// text.
  private func ways(through parts: [Placeholder.Part]) -> [[Bool]] {
    var ways = [[Bool]](
      repeating: [Bool](repeating: false, count: text.count + 1), count: parts.count + 1)
    ways[parts.count][text.count] = true
    for index in parts.indices.reversed() {
      switch parts[index] {
      case .literal(let literal):
        ways[index] = starts(of: Array(literal.utf8), before: ways[index + 1])
      case .hole(_, let kind): ways[index] = starts(of: kind, before: ways[index + 1])
      }
    }
    return ways
  }

  /// Returns where a literal occurs whose following text matches the rest. O(literal + text), by
  /// the Knuth–Morris–Pratt algorithm.
  private func starts(of literal: [UInt8], before rest: [Bool]) -> [Bool] {
    // For each prefix length, the length of the longest proper prefix that is also a suffix of that
    // prefix.
    var borders = [Int](repeating: 0, count: literal.count + 1)
    var matched = 0
    for index in 1..<max(literal.count, 1) {
      while matched > 0, literal[matched] != literal[index] { matched = borders[matched] }
      if literal[matched] == literal[index] { matched += 1 }
      borders[index + 1] = matched
    }
    var starts = [Bool](repeating: false, count: text.count + 1)
    matched = 0
    for index in offset..<text.count {
      while matched > 0, literal[matched] != text[index] { matched = borders[matched] }
      if literal[matched] == text[index] { matched += 1 }
      if matched == literal.count {
        starts[index + 1 - matched] = rest[index + 1]
        matched = borders[matched]
      }
    }
    return starts
  }

  /// Returns where a placeholder can begin so that the text after it matches the rest. O(text).
  private func starts(of kind: Placeholder.Kind, before rest: [Bool]) -> [Bool] {
    var starts = [Bool](repeating: false, count: text.count + 1)
    // The nearest position after each offset from which the rest matches, and the end of the
    // current run.
    var nearest = text.count + 1
    var runEnd = text.count
    for start in (offset..<text.count).reversed() {
      if rest[start + 1] { nearest = start + 1 }
      switch kind {
      case .uuid, .date, .rest:
        let end = kind.longestEnd(text, from: start)
        starts[start] = end > start && rest[end]
      case .int where text[start] == UInt8(ascii: "-"):
        runEnd = start
        starts[start] =
          start + 1 < text.count && starts[start + 1] && text[start + 1] != UInt8(ascii: "-")
      case .int, .word:
        if !kind.mayHold(text[start]) { runEnd = start }
        starts[start] = nearest <= runEnd && runEnd > start
      }
    }
    return starts
  }
}
