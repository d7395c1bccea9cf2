import Accounts
import Testing

/// Each rule for usernames at its limit, one below it and one above it.
struct UsernameLimitTests {
  @Test(arguments: [
    Case.ok("a", .usernameAcceptable), .ok("用户", .usernameAcceptable),
    .ok("é9", .usernameAcceptable),
    .ok("e\u{301}", .usernameAcceptable), .ok("Ⅳ½", .usernameAcceptable),
    .ok("a" * 1_000, .usernameAcceptable),
    .failed("a b", .usernameNeedsLettersAndDigits), .failed("a-", .usernameNeedsLettersAndDigits),
    .failed("a_b", .usernameNeedsLettersAndDigits), .failed("👍", .usernameNeedsLettersAndDigits),
    .failed("a.", .usernameNeedsLettersAndDigits),
  ])
  func `F21 rxswift takes letters and digits of every script, in any number`(_ item: Case) {
    #expect(Policy.rxswift.verdict(username: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.failed("a", .usernameTooShort), .ok("ab", .usernameAcceptable),
    .ok("abc", .usernameAcceptable),
    .failed("👨‍👩‍👧‍👦", .usernameTooShort), .failed("e\u{301}", .usernameTooShort),
    .failed("\r\n", .usernameTooShort), .ok("👍👍", .usernameAcceptable),
  ])
  func `F21 combine takes 2 characters`(_ item: Case) {
    #expect(Policy.combine.verdict(username: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.failed("a" * 4, .usernameHasToBeLonger), .ok("a" * 5, .usernameAcceptable),
    .ok("a" * 6, .usernameAcceptable), .failed("用户名字", .usernameHasToBeLonger),
    .ok("用户的名字", .usernameAcceptable),
  ])
  func `F21 simple takes 5 characters`(_ item: Case) {
    #expect(Policy.simple.verdict(username: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.ok("a", .usernameAcceptable), .ok("a" * 99, .usernameAcceptable),
    .ok("a" * 100, .usernameAcceptable), .failed("a" * 101, .invalidUsername),
    .ok("👨‍👩‍👧‍👦" * 100, .usernameAcceptable), .failed("👨‍👩‍👧‍👦" * 101, .invalidUsername),
  ])
  func `F21 moya takes 1 to 100 characters`(_ item: Case) {
    #expect(Policy.moya.verdict(username: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.failed("a" * 5, .tooShort), .ok("a" * 6, .usernameAcceptable),
    .ok("a" * 7, .usernameAcceptable),
  ])
  func `F21 local takes 6 characters`(_ item: Case) {
    #expect(Policy.local.verdict(username: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.ok("a", .usernameAcceptable), .ok("7", .usernameAcceptable),
    .ok("a" * 38, .usernameAcceptable),
    .ok("a" * 39, .usernameAcceptable), .failed("a" * 40, .usernameTooLong),
    .failed("a" * 39 + "-", .usernameHyphensInside),
    .failed("a_b", .usernameNeedsLettersDigitsHyphens),
    .failed("a.b", .usernameNeedsLettersDigitsHyphens),
    .failed("ä", .usernameNeedsLettersDigitsHyphens),
    .failed(" a", .usernameNeedsLettersDigitsHyphens),
    .ok("azAZ09", .usernameAcceptable), .failed("`", .usernameNeedsLettersDigitsHyphens),
    .failed("{", .usernameNeedsLettersDigitsHyphens),
    .failed("@", .usernameNeedsLettersDigitsHyphens),
    .failed("[", .usernameNeedsLettersDigitsHyphens),
    .failed("/", .usernameNeedsLettersDigitsHyphens),
    .failed(":", .usernameNeedsLettersDigitsHyphens),
  ])
  func `F21 github takes 1 to 39 letters, digits and hyphens`(_ item: Case) {
    #expect(Policy.github.verdict(username: item.answer) == item.verdict)
  }

  @Test(arguments: [
    Case.ok("a", .usernameAcceptable), .ok("a" * 63, .usernameAcceptable),
    .ok("a" * 64, .usernameAcceptable), .failed("a" * 65, .usernameTooLong),
    .ok("a-b_c.d9", .usernameAcceptable), .failed("9a", .usernameStartsWithLetter),
    .ok("a9", .usernameAcceptable), .failed("a b", .usernameNeedsPlainCharacters),
    .failed("a+b", .usernameNeedsPlainCharacters), .failed("a,b", .usernameNeedsPlainCharacters),
    .failed("a/b", .usernameNeedsPlainCharacters), .failed("a^b", .usernameNeedsPlainCharacters),
  ])
  func `F21 strict takes 1 to 64 letters, digits and marks`(_ item: Case) {
    #expect(Policy.strict.verdict(username: item.answer) == item.verdict)
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
