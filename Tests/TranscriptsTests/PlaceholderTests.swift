import Accounts
import Testing

@testable import Transcripts

struct PlaceholderTests {
  private let uuid = "01234567-89ab-cdef-ABCD-EF0123456789"

  private func matches(_ template: String, _ actual: String) -> Bool {
    var bindings: [String: String] = [:]
    return Placeholder.matches(template, Placeholder.escaped(actual), &bindings)
  }

  @Test func `a placeholder is bound at its first use and must match the same text later`() {
    var bindings: [String: String] = [:]
    #expect(Placeholder.matches("Made {{id:uuid}}.", "Made \(uuid).", &bindings))
    #expect(bindings == ["id": uuid])
    #expect(Placeholder.matches("See /{{id:uuid}}", "See /\(uuid)", &bindings))
    let other = uuid.replacing("0", with: "1")
    #expect(!Placeholder.matches("See /{{id:uuid}}", "See /\(other)", &bindings))
    #expect(Placeholder.matches("See /{{other:uuid}}", "See /\(other)", &bindings))
    #expect(bindings == ["id": uuid, "other": other])
  }

  @Test func `a line that doesn't match binds nothing`() {
    var bindings: [String: String] = [:]
    #expect(!Placeholder.matches("{{a:word}} and {{b:int}}", "x and y", &bindings))
    #expect(bindings.isEmpty)
  }

  @Test func `a placeholder must match the same text within one line, too`() {
    #expect(matches("{{a:word}}={{a:word}}", "xy=xy"))
    #expect(!matches("{{a:word}}={{a:word}}", "xy=xz"))
    #expect(matches("{{a:word}}{{a:word}}", "abab"))
    #expect(!matches("{{a:word}}{{a:word}}", "aba"))
  }

  @Test(arguments: [
    ("{{a:uuid}}", "01234567-89ab-cdef-ABCD-EF0123456789", true),
    ("{{a:uuid}}", "01234567-89ab-cdef-ABCD-EF012345678", false),
    ("{{a:uuid}}", "01234567-89ab-cdef-ABCD-EF012345678g", false),
    ("{{a:uuid}}", "0123456789abcdefABCDEF0123456789abcd", false),
    ("{{a:uuid}}", "０1234567-89ab-cdef-ABCD-EF012345678", false),
    ("{{a:int}}", "0", true), ("{{a:int}}", "0123456789", true), ("{{a:int}}", "", false),
    ("{{a:int}}", "-1", true), ("{{a:int}}", "-", false), ("{{a:int}}", "--1", false),
    ("{{a:int}}", "1-1", false), ("{{a:int}}{{b:int}}", "1-1", true), ("a{{a:int}}", "a-20", true),
    ("{{a:date}}", "2026-11-21", true), ("{{a:date}}", "2026-11-21T06:05:04Z", true),
    ("{{a:date}}", "2026-11-21T06:05:04.123+01:00", true),
    ("{{a:date}}", "2026-11-21T06:05", false),
    ("on {{a:date}}.", "on 2026-11-21.", true), ("{{a:date}}", "26-11-21", false),
    ("{{a:date}}", "2026-11-2", false), ("{{a:date}} {{b:word}}", "2026-11-21 now", true),
    ("{{a:date}}", "2026-11-21T06:05:04.Z", false),
    ("{{a:int}}", "1.5", false), ("{{a:int}}", "٣", false),
    ("{{a:word}}", "a-b_c.d", true), ("{{a:word}}", "a b", false), ("{{a:word}}", "", false),
    ("{{a:rest}}", "a b c", true), ("{{a:rest}}", " ", true), ("{{a:rest}}", "", false),
    ("x{{a:rest}}", "x", false), ("{{a:int}}0", "100", true),
    ("{{a:rest}} {{b:int}}", "1 2 3", false), ("{{a:word}} {{b:rest}}", "1 2 3", true),
    ("{{a:int}}{{b:int}}", "1", false), ("{{a:int}}{{b:int}}", "12", true),
  ])
  func `each kind matches its own texts`(template: String, actual: String, isMatch: Bool) {
    #expect(matches(template, actual) == isMatch)
  }

  @Test(arguments: [
    ("plain", "plain", true), ("plain", "plain ", false), ("plain", "Plain", false), ("", "", true),
    ("", "x", false), ("\u{E9}", "e\u{301}", false), ("{{a}}", "{{a}}", false),
    ("\\{{a:word}}", "{{a:word}}", true), ("\\{{a:word}}", "x", false),
    ("{{a:colour}}", "red", false),
    ("{{:word}}", "x", false), ("{{a:word}", "x", false), ("{{ a:word }}", "x", false),
    ("{", "{", true),
    ("}}", "}}", true), ("\\", "\\", true), ("\\\\{{", "\\{{", true), ("\\{{{", "{{{", true),
    ("\\{{\\{{", "{{{{", true), ("\\{{{{a:word}}", "{{x", true),
    ("{{a:word}}\u{301}", "x\u{301}", true), ("{{a:word:word}}", "x", false),
    ("{{a:wordy}}", "x", false), ("{{a:}}", "x", false), ("{{a:word}{{b:word}}", "x", false),
  ])
  func `everything else is literal, byte for byte`(template: String, actual: String, isMatch: Bool)
  {
    #expect(matches(template, actual) == isMatch)
  }

  @Test func `an escaped text matches only itself`() throws {
    var random = SplitMix64(seed: 9)
    let pieces = ["{", "{{", "}}", "\\", "a", ":", "word", "é", "{{a:word}}", " ", "\u{301}"]
    var texts: Set<String> = []
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }.joined()
      texts.insert(text)
      #expect(matches(Placeholder.escaped(text), text), "\(text.debugDescription)")
      #expect(!matches(Placeholder.escaped(text), text + "x"))
      let parts = try Placeholder.parts(of: Placeholder.escaped(text))
      #expect(parts.count <= 1, "no placeholder in \(text.debugDescription)")
    }
    #expect(
      Set(texts.map { Placeholder.escaped($0) }).count == texts.count, "escaping is injective")
  }
}
