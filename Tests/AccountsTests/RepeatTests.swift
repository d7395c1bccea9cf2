import Accounts
import Secrets
import Testing

struct RepeatTests {
  private static let asking: [(Policy, VerdictReason)] = [
    (.rxswift, .passwordDifferent), (.combine, .passwordsMustBeSame), (.local, .passwordDifferent),
    (.github, .passwordDifferent), (.strict, .passwordDifferent),
  ]

  @Test(arguments: asking)
  func `a repeat is equal, different or empty`(policy: Policy, different: VerdictReason) {
    #expect(policy.verdict(repeated: "Abcdef", password: "Abcdef") == .ok(.passwordRepeated))
    #expect(policy.verdict(repeated: "abcdef", password: "Abcdef") == .failed([different]))
    #expect(policy.verdict(repeated: "Abcdef ", password: "Abcdef") == .failed([different]))
    #expect(policy.verdict(repeated: "Abcdef", password: nil) == .failed([different]))
    #expect(policy.verdict(repeated: "Abcdef", password: "") == .failed([different]))
    #expect(policy.verdict(repeated: "", password: "Abcdef") == .empty)
    #expect(
      policy.verdict(repeated: "", password: "") == .empty, "two empty passwords are not a repeat")
  }

  @Test(arguments: [Policy.simple, .moya])
  func `a policy without a repeat accepts anything`(policy: Policy) {
    #expect(policy.verdict(repeated: "", password: nil) == .ok(.passwordRepeated))
    #expect(policy.verdict(repeated: "a", password: "b") == .ok(.passwordRepeated))
  }

  @Test(arguments: [
    ("p\u{E9}re-No\u{EB}l-123456", "pe\u{301}re-Noe\u{308}l-123456"),
    ("\u{AC00}-long-enough-now", "\u{1100}\u{1161}-long-enough-now"),
    ("no break is a space", "no\u{A0}break\u{3000}is\u{2003}a\u{1680}space"),
    ("\u{C5}ngstr\u{F6}m", "\u{212B}ngstr\u{F6}m"),
  ])
  func `F32 strict compares secrets in the OpaqueString form, the other policies their bytes`(
    first: String, second: String
  ) {
    #expect(Policy.strict.verdict(repeated: second, password: first) == .ok(.passwordRepeated))
    #expect(Policy.strict.verdict(repeated: first, password: second) == .ok(.passwordRepeated))
    for (policy, different) in Self.asking where policy.name != "strict" {
      #expect(policy.verdict(repeated: second, password: first) == .failed([different]))
    }
  }

  @Test(arguments: [
    ("ﬁre", "fire"), ("Ｐass", "Pass"), ("Pass", "pass"), ("a\u{AD}b", "ab"), ("a\u{200D}b", "ab"),
    ("a b", "a  b"), ("a", " a"), ("a\tb", "a b"), ("ß", "ss"),
  ])
  func `F32 strict folds nothing else`(first: String, second: String) {
    #expect(
      Policy.strict.verdict(repeated: second, password: first) == .failed([.passwordDifferent]))
  }

  @Test func `F32 a service receives the form that was compared`() {
    #expect(Policy.strict.prepared(Secret("e\u{301}\u{A0}x")) == Secret("\u{E9} x"))
    #expect(Policy.strict.prepared(Secret("")) == Secret(""))
    #expect(Policy.rxswift.prepared(Secret("e\u{301}\u{A0}x")) == Secret("e\u{301}\u{A0}x"))
    let ascii = Secret("plain ascii")
    #expect(Policy.strict.prepared(ascii) === ascii, "ASCII never leaves locked memory")
  }

  @Test(arguments: [71, 72, 512])
  func `F35 a difference beyond byte 72 or 512 is found`(kept: Int) {
    let password = "q" * kept + "a"
    let slip = "q" * kept + "b"
    for (policy, different) in Self.asking {
      #expect(policy.verdict(repeated: slip, password: password) == .failed([different]))
      #expect(policy.verdict(repeated: password, password: password) == .ok(.passwordRepeated))
      #expect(policy.verdict(repeated: password + "a", password: password) == .failed([different]))
      #expect(policy.prepared(Secret(password)).count == kept + 1)
    }
  }
}
