import TestSupport
import Testing

@testable import Accounts

/// The rule `pattern`.
struct AnswerPatternTests {
  private func verdict(_ pattern: String, _ answer: String) -> Verdict {
    FormQuestion(rule: .pattern(pattern)).verdict(answer)
  }

  @Test(arguments: [
    ("s[0-9]{6}", "s123456", true), ("s[0-9]{6}", "s1234567", false),
    ("s[0-9]{6}", "xs123456", false),
    ("a|ab", "ab", true), ("a|ab", "abc", false), ("a$", "ab", false), ("^a", "ba", false),
    (".", "é", true), (".", "漢", true), ("\\w+", "Größe", true), ("\\d+", "١٢٣", true),
    ("(?i)straße", "STRAẞE", true), ("\\p{Han}+", "章鱼", true), ("[a-z]+ [a-z]+", "ann lee", true),
    ("", "a", false), ("(?x) a b # c", "ab", true), ("(a)(?:b)\\1", "aba", true),
    ("a\\x{1F600}", "a😀", true), ("a(*ACCEPT)b", "ab", false),
  ])
  func `the whole answer must match`(pattern: String, answer: String, matches: Bool) {
    #expect(
      verdict(pattern, answer)
        == (matches ? .ok(.answerAcceptable) : .failed([.patternDiffers])))
  }

  private static let deep = "a" * 65_535 + "!"

  @Test(arguments: [
    ("(a+)+$", "a" * 40 + "!"), ("(a+)+$", deep), ("(a|a)*b", deep), ("(.*)*x", deep),
    (".*.*.*.*x", deep), ("(a?){1000}b", deep), ("(a?|(?1)(?1))+b", deep),
    ("((?:a(?1)|a)+)b", deep), ("(.*)(.*)\\1\\2\\1b", deep), ("(?i)(.*)\\1+b", deep),
    ("(?:(?=a{30000}b)|.)*", deep), ("(\\X+)+b", deep), ("(?:a{0,100}){0,600}b", deep),
    ("(*LIMIT_MATCH=4000000000)(a+)+$", deep), ("(*NO_AUTO_POSSESS)(*NO_START_OPT)(a+)+$", deep),
  ])
  func `a hostile pattern is given up, and its answer refused`(pattern: String, answer: String) {
    #expect(verdict(pattern, answer) == .failed([.patternTookTooLong]))
  }

  @Test func `a long answer that is in order is accepted`() {
    let words = String("abcde " * 10_922)
    #expect(words.utf8.count > 65_000)
    for pattern in ["(?:[a-z]+ ?)+", "(?:\\w+ )*", "[a-z ]*", "(?:a|b|[c-z]| )*"] {
      #expect(verdict(pattern, words) == .ok(.answerAcceptable), "\(pattern)")
    }
  }

  @Test(arguments: [
    ("a(b", 3, "missing closing parenthesis"),
    ("[z-a]", 3, "range out of order in character class"),
    ("\\C", 2, "using \\C is disabled by the application"),
    ("(?P=n)", 4, "reference to non-existent subpattern"),
    ("(" * 51 + ")" * 51, 51, "parentheses are too deeply nested"),
    ("a" * 1001, 0, "pattern string is longer than the limit set by the application"),
    ("(((a{0,20}){0,20}){0,20}){0,20}b", 32, "regular expression is too large"),
    ("é*+)", 4, "unmatched closing parenthesis"),
  ])
  func `a pattern that does not compile is refused with its place`(
    pattern: String, offset: Int, why: String
  ) {
    let failure = #expect(throws: AnswerPattern.Failure.self) { try AnswerPattern(pattern) }
    let words = failure?.why ?? ""
    #expect(words.hasPrefix("is not a valid pattern: ") && words.contains(why), "\(words)")
    #expect(words.hasSuffix(", at byte \(offset)") || why.contains("non-existent"), "\(words)")
  }

  @Test func `patterns with random changes compile or are refused, and end`() {
    let pieces = [
      "(", ")", "*", "+", "{1,9}", "[", "]", "\\1", "(?1)", "(?=", "|", "\\p{L}", "\\X",
    ]
    let start = Array("(a+|b*)+[a-z]{2,5}\\w(?:x|y)$".utf8)
    var compiled = 0
    for var fuzz in FuzzCase.cases(300) {
      let pattern = String(decoding: fuzz.mutated(start, pieces), as: UTF8.self)
      guard let pattern = try? AnswerPattern(pattern) else { continue }
      compiled += 1
      _ = pattern.refusal("aab" * 100 + "!")
    }
    #expect(compiled <= 1 || compiled > 50)
  }
}
