import COniguruma
import Foundation

/// A TextMate grammar that has only `match` rules, applied as editors apply it: Oniguruma searches
/// each line, the leftmost match wins (of several, the first rule's), and captures may have rules
/// of their own.
struct TextMateGrammar {
  struct Rule: Decodable {
    let match: String?
    let name: String?
    let captures: [String: Rule]?
    let patterns: [Rule]?
    let include: String?
  }

  private struct File: Decodable {
    let patterns: [Rule]
    let repository: [String: Rule]
  }

  struct Unreadable: Error {
    let why: String
  }

  private let rules: [Rule]
  private let repository: [String: Rule]
  private var regexes: [String: OnigRegex] = [:]

  init(_ json: Data) throws {
    // Rules that span several lines would need another algorithm.
    for key in ["\"begin\"", "\"end\"", "\"while\""] where json.range(of: Data(key.utf8)) != nil {
      throw Unreadable(why: "a rule has \(key)")
    }
    let file = try JSONDecoder().decode(File.self, from: json)
    rules = file.patterns
    repository = file.repository
  }

  /// The class of each byte: the second-to-last component of its innermost scope, or "" if there is
  /// none.
  mutating func classes(of line: String) throws -> [String] {
    let text = Array((line + "\n").utf8)
    var classes = [String](repeating: "", count: text.count)
    try search(text, from: 0, rules, &classes)
    return classes.dropLast()
  }

  private mutating func search(
    _ text: [UInt8], from start: Int, _ rules: [Rule], _ classes: inout [String]
  ) throws {
    var start = start
    while start < text.count {
      var best: (rule: Rule, groups: [Range<Int>?])?
      for rule in try flat(rules) {
        guard let groups = try match(rule, text, from: start), let whole = groups[0] else {
          continue
        }
        if best == nil || whole.lowerBound < best!.groups[0]!.lowerBound { best = (rule, groups) }
      }
      guard let (rule, groups) = best, let whole = groups[0] else { return }
      paint(rule.name, whole, &classes)
      for (index, range) in groups.enumerated() {
        guard let range, !range.isEmpty, let capture = rule.captures?[String(index)] else {
          continue
        }
        paint(capture.name, range, &classes)
        // As in VS Code, the rules of a capture don't see the text after it.
        let seen = Array(text[..<range.upperBound])
        try search(seen, from: range.lowerBound, capture.patterns ?? [], &classes)
      }
      start = max(whole.upperBound, start + 1)
    }
  }

  private func flat(_ rules: [Rule]) throws -> [Rule] {
    try rules.flatMap { rule -> [Rule] in
      guard let include = rule.include else { return [rule] }
      guard let included = repository[String(include.dropFirst())]?.patterns else {
        throw Unreadable(why: "nothing is called \(include)")
      }
      return try flat(included)
    }
  }

  private func paint(_ name: String?, _ range: Range<Int>, _ classes: inout [String]) {
    guard let name else { return }
    let words = name.split(separator: ".").suffix(2)
    for index in range { classes[index] = String(words.first ?? "") }
  }

  private mutating func match(
    _ rule: Rule, _ text: [UInt8], from start: Int
  ) throws -> [Range<Int>?]? {
    guard let pattern = rule.match else { throw Unreadable(why: "a rule matches nothing") }
    let regex = try compiled(pattern)
    let region = onig_region_new()!
    defer { onig_region_free(region, 1) }
    guard coniguruma_search(regex, text, text.count, start, region) >= 0 else { return nil }
    return (0..<Int(region.pointee.num_regs)).map { index in
      let (begin, end) = (region.pointee.beg[index], region.pointee.end[index])
      return begin < 0 ? nil : Int(begin)..<Int(end)
    }
  }

  private mutating func compiled(_ pattern: String) throws -> OnigRegex {
    if let regex = regexes[pattern] { return regex }
    let bytes = Array(pattern.utf8)
    guard let regex = coniguruma_new(bytes, bytes.count) else {
      throw Unreadable(why: "\(pattern) is no pattern")
    }
    regexes[pattern] = regex
    return regex
  }
}
