import Accounts
import Secrets
import Testing

/// Each rule for passwords at its limit, one below it and one above it.
struct PasswordLimitTests {
  @Test(arguments: [
    Case.failed("a" * 4, .passwordTooShort), .ok("a" * 5, .passwordAcceptable),
    .ok("a" * 6, .passwordAcceptable), .ok("     ", .passwordAcceptable),
    .failed("密码密码", .passwordTooShort), .ok("密码密码密", .passwordAcceptable),
  ])
  func `F30 rxswift takes 5 characters`(_ item: Case) {
    #expect(Policy.rxswift.verdict(password: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.failed("a" * 5, .passwordTooShort, .passwordNeedsCapital),
    .failed("A" * 5, .passwordTooShort), .failed("a" * 6, .passwordNeedsCapital),
    .ok("a" * 5 + "A", .passwordAcceptable), .ok("A" + "a" * 6, .passwordAcceptable),
    .ok("A" * 6, .passwordAcceptable), .ok("Zaaaaa", .passwordAcceptable),
    .failed("@aaaaa", .passwordNeedsCapital), .failed("[aaaaa", .passwordNeedsCapital),
    .failed("Äaaaaa", .passwordNeedsCapital), .failed("Ａaaaaa", .passwordNeedsCapital),
  ])
  func `F30 combine takes 6 characters with a capital, and names every broken rule`(_ item: Case) {
    #expect(Policy.combine.verdict(password: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.failed("a" * 4, .passwordHasToBeLonger), .ok("a" * 5, .passwordAcceptable),
    .ok("a" * 6, .passwordAcceptable),
  ])
  func `F30 simple takes 5 characters`(_ item: Case) {
    #expect(Policy.simple.verdict(password: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.failed("a" * 5, .invalidPassword), .ok("a" * 6, .passwordAcceptable),
    .ok("a" * 7, .passwordAcceptable), .ok("a" * 99, .passwordAcceptable),
    .ok("a" * 100, .passwordAcceptable), .failed("a" * 101, .invalidPassword),
    .ok("👨‍👩‍👧‍👦" * 100, .passwordAcceptable), .failed("👨‍👩‍👧‍👦" * 101, .invalidPassword),
  ])
  func `F30 moya takes 6 to 100 characters`(_ item: Case) {
    #expect(Policy.moya.verdict(password: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.failed("a" * 5, .tooShort), .ok("a" * 6, .passwordAcceptable),
    .ok("a" * 7, .passwordAcceptable),
  ])
  func `F30 local takes 6 characters`(_ item: Case) {
    #expect(Policy.local.verdict(password: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.failed("a1" + "x" * 5, .passwordGitHub), .ok("a1" + "x" * 6, .passwordAcceptable),
    .ok("a1" + "x" * 7, .passwordAcceptable), .failed("x" * 14, .passwordGitHub),
    .ok("x" * 15, .passwordAcceptable), .ok("x" * 16, .passwordAcceptable),
    .failed("A1" + "X" * 6, .passwordGitHub), .failed("1" * 14, .passwordGitHub),
    .failed("ä1" + "Ä" * 6, .passwordGitHub), .failed("a٣" + "x" * 6, .passwordGitHub),
    .ok("A" * 15, .passwordAcceptable), .failed("👨‍👩‍👧‍👦" * 14, .passwordGitHub),
    .ok("👨‍👩‍👧‍👦" * 15, .passwordAcceptable),
  ])
  func `F30 github takes 15 characters, or 8 with a digit and a lowercase letter`(_ item: Case) {
    #expect(Policy.github.verdict(password: item.answer) == item.verdict)
  }

  private static let fourteen = "xqzvkjwpfmghty"

  @Test(arguments: [
    Case.failed(fourteen, .passwordTooShort), .ok(fourteen + "u", .passwordAcceptable),
    .ok(fourteen + "uo", .passwordAcceptable), .ok(fourteen + "字", .passwordAcceptable),
    .ok("qx9" * 85, .passwordAcceptable), .ok("qx9" * 85 + "k", .passwordAcceptable),
    .failed("qx9" * 85 + "kj", .passwordTooLong), .ok("字码" * 128, .passwordAcceptable),
    .failed("字码" * 128 + "字", .passwordTooLong),
  ])
  func `F30 strict takes 15 to 256 code points`(_ item: Case) {
    #expect(Policy.strict.verdict(password: item.answer) == item.verdict)
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
