import Accounts
import Secrets
import Testing

/// Each rule for passwords at its limit, one below it and one above it.
struct PasswordLimitTests {
  private static let fourteen = "xqzvkjwpfmghty"

  @Test(arguments: [
    // 5 characters.
    Limits(
      .rxswift, accepts: ["a" * 5, "a" * 6, "     ", "密码密码密"],
      refuses: [.passwordTooShort: ["a" * 4, "密码密码"]]),
    // 6 characters with a capital.
    Limits(
      .combine, accepts: ["a" * 5 + "A", "A" + "a" * 6, "A" * 6, "Zaaaaa"],
      refuses: [
        .passwordTooShort: ["A" * 5],
        .passwordNeedsCapital: ["a" * 6, "@aaaaa", "[aaaaa", "Äaaaaa", "Ａaaaaa"],
      ]),
    // 5 characters.
    Limits(
      .simple, accepts: ["a" * 5, "a" * 6], refuses: [.passwordHasToBeLonger: ["a" * 4]]),
    // 6 to 100 characters.
    Limits(
      .moya, accepts: ["a" * 6, "a" * 7, "a" * 99, "a" * 100, "👨‍👩‍👧‍👦" * 100],
      refuses: [.invalidPassword: ["a" * 5, "a" * 101, "👨‍👩‍👧‍👦" * 101]]),
    // 6 characters.
    Limits(.local, accepts: ["a" * 6, "a" * 7], refuses: [.tooShort: ["a" * 5]]),
    // 15 characters, or 8 with a digit and a lowercase letter.
    Limits(
      .github,
      accepts: ["a1" + "x" * 6, "a1" + "x" * 7, "x" * 15, "x" * 16, "A" * 15, "👨‍👩‍👧‍👦" * 15],
      refuses: [
        .passwordGitHub: [
          "a1" + "x" * 5, "x" * 14, "A1" + "X" * 6, "1" * 14, "ä1" + "Ä" * 6, "a٣" + "x" * 6,
          "👨‍👩‍👧‍👦" * 14,
        ]
      ]),
    // 15 to 256 code points.
    Limits(
      .strict,
      accepts: [
        fourteen + "u", fourteen + "uo", fourteen + "字", "qx9" * 85, "qx9" * 85 + "k", "字码" * 128,
      ],
      refuses: [
        .passwordTooShort: [fourteen], .passwordTooLong: ["qx9" * 85 + "kj", "字码" * 128 + "字"],
      ]),
  ])
  func `F30 a policy takes passwords of its lengths and characters`(limits: Limits) {
    limits.expectOfPasswords()
  }

  @Test func `F30 combine names every broken rule`() {
    #expect(
      Policy.combine.verdict(password: "a" * 5)
        == .failed([.passwordTooShort, .passwordNeedsCapital]))
  }

  @Test func `F30 strict counts a password in NFC`() {
    #expect(Policy.strict.verdict(password: Self.fourteen + "e\u{301}") == .ok(.passwordAcceptable))
    #expect(
      Policy.strict.verdict(password: "e\u{301}" + Self.fourteen.dropFirst())
        == .failed([.passwordTooShort]), "15 code points as given, 14 in NFC")
    #expect(Policy.strict.verdict(password: "xe\u{301}" * 128) == .ok(.passwordAcceptable))
  }

  @Test(arguments: [
    (Policy.rxswift, "a", [5]), (.combine, "a", [6, nil]), (.simple, "a", [5]), (.local, "a", [6]),
    (.strict, "a", [15]), (.strict, "a" * 257, [256]),
  ])
  func `F30 a refusal for length gives the limit`(
    policy: Policy, answer: String, limits: [Int?]
  ) {
    guard case .failed(let grounds) = policy.judge(password: .init(answer), username: nil) else {
      Issue.record("not refused")
      return
    }
    #expect(grounds.map(\.limit) == limits)
  }

  @Test(arguments: Policy.named.map(\.name))
  func `an empty password is empty, neither ok nor refused`(name: String) throws {
    let policy = try #require(Policy.named.first { $0.name == name })
    #expect(policy.verdict(password: "") == .empty)
    #expect(policy.verdict(password: "", username: "octodog") == .empty)
  }
}
