import Accounts
import TestSupport
import Testing

@testable import Transcripts

/// A name that is used again in its line must match the same text, and no template takes more than
/// linear time.
struct PlaceholderMatchingTests {
  @Test(arguments: [
    ("{{a:word}}{{a:word}}{{a:word}}", "ababab", ["a": "ab"]),
    ("{{a:word}}={{a:word}}", "x=y=x=y", ["a": "x=y"]),
    ("{{a:int}}{{a:int}}", "-1-1", ["a": "-1"]),
    ("{{a:rest}} {{b:int}} {{a:rest}}", "x", nil),
    ("{{a:word}} and {{a:word}}{{b:word}}", "x and xyz", ["a": "x", "b": "yz"]),
    ("{{b:word}} {{a:int}}, {{a:int}}{{b:word}}", "x -2, -2x", ["a": "-2", "b": "x"]),
    ("{{a:word}}-{{b:word}}", "x-y-z", ["a": "x-y", "b": "z"]),
    ("{{a:date}}{{a:date}}", "2026-11-212026-11-21", ["a": "2026-11-21"]),
    ("{{a:int}}{{a:int}}", "--", nil), ("{{a:word}}{{a:word}}", "a  a", nil),
    ("{{a:word}}aab{{b:word}}", "aaaabb", ["a": "aa", "b": "b"]),
  ])
  func `an earlier placeholder matches as much as possible`(
    template: String, actual: String, wanted: [String: String]?
  ) {
    var bindings: [String: String] = [:]
    #expect(Placeholder.matches(template, actual, &bindings) == (wanted != nil))
    #expect(bindings == wanted ?? [:])
  }

  @Test(arguments: [
    ("{{a:word}}{{b:word}}{{a:word}}", "a"), ("{{b:word}}-{{a:word}}={{a:word}}", "a"),
    ("{{a:word}}{{d:date}}{{a:word}}", "a"), ("{{a:int}}{{b:int}} {{b:int}}", "b"),
    ("{{a:word}}.{{b:word}}.{{a:word}}.{{b:word}}", "a"),
    ("{{x:word}}/{{id:uuid}}/{{id:uuid}}", "id"), ("{{a:word}}{{a:word}}{{b:rest}}", "a"),
  ])
  func `F76 a name that is used again is rejected if only a search could find its end`(
    template: String, name: String
  ) {
    let error = TranscriptError(line: 3, .ambiguousPlaceholder(name))
    #expect(throws: error) {
      try Script(parsing: "@ transcript 1\nbot> a\nbot> \(template)\n".utf8)
    }
    #expect(throws: error) {
      try Script(parsing: "@ transcript 1\nbot> a\nbot! é\(template)\n".utf8)
    }
  }

  @Test func `F76 a line with too many placeholders is rejected`() throws {
    func script(_ count: Int) throws -> Script {
      let line = (0..<count).map { "{{a\($0):word}}" }.joined()
      return try Script(parsing: "@ transcript 1\nbot> \(line)\n".utf8)
    }
    _ = try script(16)
    #expect(throws: TranscriptError(line: 2, .tooManyPlaceholders)) { try script(17) }
    #expect(throws: TranscriptError(line: 2, .tooManyPlaceholders)) { try script(4_000) }
  }

  @Test(arguments: [
    "{{a:uuid}}/{{a:uuid}}", "{{a:word}}={{a:word}}", "{{a:int}} {{b:word}} {{a:int}}{{b:word}}",
    "{{a:word}}{{b:word}}", "{{a:date}}{{b:date}}{{a:date}}", "\\{{a:word}}{{a:word}}{{b:word}}",
    "{{a:word}}{{b:uuid}}{{a:word}}", "{{a:rest}}{{a:rest}}",
  ])
  func `a name can be used again if its end is unambiguous`(template: String) throws {
    _ = try Script(parsing: "@ transcript 1\nbot> \(template)\n".utf8)
  }

  @Test func `a match equals the first result of trying every division`() throws {
    var random = SplitMix64(seed: 4)
    let pieces = ["-", "a", "1", " ", "ab", "1-"]
    let holes = ["a", "b", "c"].flatMap { name in
      ["word", "int", "rest"].map { "{{\(name):\($0)}}" }
    }
    func text(_ pieces: [String], _ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }.joined()
    }
    var matched = 0
    for _ in 0..<20_000 {
      let template = text(pieces + holes, 6)
      guard (try? Placeholder.check(template)) != nil else { continue }
      let line = text(pieces, 7)
      var bindings = Bool.random(using: &random) ? [:] : ["c": text(pieces, 2) + "x"]
      let parts = try Placeholder.parts(of: template)[...]
      let wanted = firstDivision(parts, Array(line.utf8), bindings)
      let isMatch = Placeholder.matches(template, line, &bindings)
      #expect(isMatch == (wanted != nil), "\(template) on \(line)")
      if let wanted, template != line { #expect(bindings == wanted, "\(template) on \(line)") }
      if isMatch { matched += 1 }
    }
    #expect(matched > 1_000)
  }

  @Test(arguments: [
    ("{{a:word}}{{b:word}}{{c:word}}{{d:word}}!", "a"), ("{{a:word}}{{a:word}}", "a"),
    ("{{a:word}}={{a:word}}", "="), ("{{a:int}}{{b:int}}{{c:int}} ", "1"),
    ("{{a:word}} {{b:date}}", "a"), ("{{a:word}}{{b:date}}", "2026-11-21T11:11:11.1"),
    ("{{a:word}}{{b:uuid}}{{a:word}}", "0"), ("{{a:rest}} {{a:rest}}", "x "),
  ])
  func `F12 F76 matching the longest line does not take excessive time`(
    template: String, piece: String
  ) async {
    await #expect(processExitsWith: .success) { [template, piece] in
      limitProcessorTime()
      var bindings: [String: String] = [:]
      let line = String(String(repeating: piece, count: 65_530).prefix(65_530))
      _ = Placeholder.matches(template, line, &bindings)
      _ = Placeholder.matches(template, line + "!", &bindings)
    }
  }

  @Test(arguments: ["{", "{{", "{{:", "{{a:word}", "\\{{", "{{a:word}}", "}", ":"])
  func `F12 F76 a template of maximum length does not take excessive time`(
    piece: String
  ) async {
    await #expect(processExitsWith: .success) { [piece] in
      limitProcessorTime()
      let template = String(repeating: piece, count: 65_530 / piece.utf8.count)
      let half = String(repeating: "a", count: 30_000)
      _ = try? Script(parsing: "@ transcript 1\nbot> \(template)\n".utf8)
      var bindings: [String: String] = [:]
      _ = Placeholder.matches("{{a:word}}" + half + "{{b:word}}", half + half + "!", &bindings)
    }
  }
}

/// Tries every division of a text. Earlier placeholders match the longest text first.
private func firstDivision(
  _ parts: ArraySlice<Placeholder.Part>, _ text: [UInt8], _ bindings: [String: String]
) -> [String: String]? {
  guard let part = parts.first else { return text.isEmpty ? bindings : nil }
  func literal(_ literal: String) -> [String: String]? {
    guard text.starts(with: literal.utf8) else { return nil }
    return firstDivision(parts.dropFirst(), Array(text.dropFirst(literal.utf8.count)), bindings)
  }
  switch part {
  case .literal(let text): return literal(text)
  case .hole(let name, let kind):
    if let bound = bindings[name] { return literal(bound) }
    for count in stride(from: text.count, to: 0, by: -1) {
      let value = Array(text.prefix(count))
      if kind == .rest && count < text.count { return nil }
      guard kind.longestEnd(value, from: 0) == count else { continue }
      var bindings = bindings
      bindings[name] = String(decoding: value, as: UTF8.self)
      let rest = Array(text.dropFirst(count))
      if let found = firstDivision(parts.dropFirst(), rest, bindings) { return found }
    }
    return nil
  }
}
