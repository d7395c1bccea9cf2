import Accounts
import Testing

/// Each rule for usernames at its limit, one below it and one above it.
struct UsernameLimitTests {
  @Test(arguments: [
    // Letters and digits of every script, in any number.
    Limits(
      .rxswift, accepts: ["a", "用户", "é9", "e\u{301}", "Ⅳ½", "a" * 1_000],
      refuses: [.usernameNeedsLettersAndDigits: ["a b", "a-", "a_b", "👍", "a."]]),
    // 2 characters.
    Limits(
      .combine, accepts: ["ab", "abc", "👍👍"],
      refuses: [.usernameTooShort: ["a", "👨‍👩‍👧‍👦", "e\u{301}", "\r\n"]]),
    // 5 characters.
    Limits(
      .simple, accepts: ["a" * 5, "a" * 6, "用户的名字"],
      refuses: [.usernameHasToBeLonger: ["a" * 4, "用户名字"]]),
    // 1 to 100 characters.
    Limits(
      .moya, accepts: ["a", "a" * 99, "a" * 100, "👨‍👩‍👧‍👦" * 100],
      refuses: [.invalidUsername: ["a" * 101, "👨‍👩‍👧‍👦" * 101]]),
    // 6 characters.
    Limits(.local, accepts: ["a" * 6, "a" * 7], refuses: [.tooShort: ["a" * 5]]),
    // 1 to 39 letters, digits and hyphens, the latter only inside and alone.
    Limits(
      .github, accepts: ["a", "7", "a" * 38, "a" * 39, "azAZ09", "a-b", "a-b-c"],
      refuses: [
        .usernameTooLong: ["a" * 40],
        .usernameHyphensInside: ["a" * 39 + "-", "-a", "a-", "a--b", "-", "--", "a-b--c"],
        .usernameNeedsLettersDigitsHyphens: [
          "a_b", "a.b", "ä", " a", "`", "{", "@", "[", "/", ":",
        ],
      ]),
    // 1 to 64 letters, digits and marks: first a letter, and marks only inside and alone.
    Limits(
      .strict, accepts: ["a", "a" * 63, "a" * 64, "a-b_c.d9", "a9", "a-b_c.d"],
      refuses: [
        .usernameTooLong: ["a" * 65],
        .usernameStartsWithLetter: ["9a", "-a", "_a", ".a", "-"],
        .usernameMarksInside: ["a-", "a_", "a.", "a--b", "a-_b", "a..b", "a._.b"],
        .usernameNeedsPlainCharacters: ["a b", "a+b", "a,b", "a/b", "a^b"],
      ]),
  ])
  func `F21 F22 a policy takes names of its lengths and characters`(limits: Limits) {
    limits.expectOfUsernames()
  }

  @Test(arguments: [
    (Policy.combine, "a", 2), (.simple, "a", 5), (.local, "a", 6), (.github, "a" * 40, 39),
    (.strict, "a" * 65, 64),
  ])
  func `F21 a refusal for length gives the limit`(policy: Policy, answer: String, limit: Int) {
    guard case .failed(let grounds) = policy.judge(username: Username(answer)) else {
      Issue.record("not refused")
      return
    }
    #expect(grounds.map(\.limit) == [limit])
  }

  @Test(arguments: Policy.named.map(\.name))
  func `an empty username is empty, neither ok nor refused`(name: String) throws {
    let policy = try #require(Policy.named.first { $0.name == name })
    #expect(policy.verdict(username: "") == .empty)
  }
}
