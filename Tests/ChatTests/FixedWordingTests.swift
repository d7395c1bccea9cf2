import Accounts
import Conversation
import Secrets
import Testing

@testable import Chat

/// The fixed wordings of the example applications, word for word, each produced by the situation in
/// which it appears.
struct FixedWordingTests {
  private static func failed(_ policy: Policy, username: String) -> [Message] {
    failed(policy.judge(username: Username(username)))
  }

  private static func failed(_ policy: Policy, password: String) -> [Message] {
    failed(policy.judge(password: Secret(password), username: nil))
  }

  private static func failed(_ policy: Policy, repeated: String) -> [Message] {
    failed(policy.judge(repeated: Secret(repeated), password: Secret("another")))
  }

  private static func failed(_ verdict: Judgement) -> [Message] {
    if case .failed(let grounds) = verdict { grounds.map(\.message) } else { [] }
  }

  private static func ok(_ verdict: Judgement) -> [Message] {
    if case .ok(let ground) = verdict { [ground.message] } else { [] }
  }

  private static let password = Secret("Abcdef")

  private static let table: [([Message], String, String)] = [
    ([Message(.validating)], "validating ...", "正在验证..."),
    (
      failed(.rxswift, username: "a b"), "Username can only contain letters and digits",
      "用户名只能包含数字和字母"
    ),
    (ok(Policy.rxswift.verdict(isTaken: false)), "Username available", "用户名可用"),
    ([Policy.rxswift.taken.message()], "Username already taken", "用户名已存在"),
    ([Message(.serviceFailed)], "Error contacting server", "服务器发生错误!"),
    (failed(.rxswift, password: "abcd"), "Password must be at least 5 characters", "密码至少需要 5 个字符"),
    (ok(Policy.rxswift.judge(password: password, username: nil)), "Password acceptable", "密码有效"),
    (ok(Policy.rxswift.judge(repeated: password, password: password)), "Password repeated", "密码有效"),
    (failed(.rxswift, repeated: "x"), "Password different", "两次输入的密码不一致"),
    ([Message(.mockSignedUp)], "Mock: Signed in to GitHub.", "注册成功!"),
    ([Message(.mockSignUpFailed)], "Mock: Sign in to GitHub failed", "注册失败!"),
    (failed(.combine, username: "a"), "Username must be at least 2 characters", "用户名至少需要2个字符"),
    (failed(.combine, password: "abcdef"), "Password needs one capital letter", "密码需要有一位大写"),
    (failed(.combine, repeated: "x"), "Passwords must be the same", "两次密码需要相同"),
    (
      failed(.simple, username: "abcd"), "Username has to be at least 5 characters", "用户名至少需要 5 个字符"
    ),
    (failed(.simple, password: "abcd"), "Password has to be at least 5 characters", "密码至少需要 5 个字符"),
    ([Policy.simple.done!.message()], "This is wonderful", "太好了"),
    (failed(.moya, username: String(repeating: "a", count: 101)), "Invalid username", "用户名无效"),
    (failed(.moya, password: "abcde"), "Invalid password", "密码无效"),
    (failed(.local, username: "abcde"), "Must be at least 6 characters", "长度至少6个字符"),
    (failed(.local, password: "abcde"), "Must be at least 6 characters", "长度至少6个字符"),
    ([Policy.local.taken.message()], "Account already exists", "账户已存在"),
    ([Message(.labelUsername)], "Username", "用户名"), ([Message(.labelPassword)], "Password", "密码"),
    ([Message(.labelRepeat)], "Password Repeat", "再次输入密码"),
    ([Message(.labelSignUp)], "Sign up", "注册"),
  ]

  @Test(arguments: table)
  func `a wording of the example applications`(
    messages: [Message], english: String, chinese: String
  ) {
    #expect(messages.map { Catalogue.english.words(for: $0) } == [english])
    #expect(messages.map { Catalogue.simplifiedChinese.words(for: $0) } == [chinese])
  }
}
