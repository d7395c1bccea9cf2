import Accounts
import Conversation
import Secrets
import Testing

@testable import Transcripts

struct SecretLedgerTests {
  private func entry(
    _ password: String, _ policy: Policy, username: String = "octodog"
  ) -> SecretLedger.Entry {
    var ledger = SecretLedger(seed: 42)
    let talk = Talk.atPassword(policy, username: username)
    return ledger.enter(Secret(password), for: .password, in: talk.conversation)
  }

  @Test(arguments: Policy.named)
  func `an accepted secret is recorded as strong, whatever its length`(policy: Policy) {
    let secrets = ["Xqzv-kjwp-fmgh-ty9", "Xq9" + String(repeating: "zvkjwpfmghtyu", count: 6)]
    for secret in secrets {
      #expect(
        entry(secret, policy) == SecretLedger.Entry(name: "password", newClass: .strong))
    }
  }

  @Test(arguments: [
    (Policy.rxswift, ["a", "ab", "abc", "字字字字"]), (.combine, ["a", "abc", "abcde"]),
    (.combine, ["A", "AB", "ABCDE"]), (.combine, ["abcdef", "abcdefghijklmnop"]),
    (.simple, ["a", "abcd"]), (.moya, ["a", "abcde"]), (.local, ["a", "abcde"]),
    (.moya, [String(repeating: "a", count: 101), String(repeating: "a", count: 3_000)]),
    (.github, ["a", "abcdefg", "ABCDEFGHIJ9", "abcdefghijklmn"]),
    (.strict, ["a", "zyxwvutsrqponm"]),
    (.strict, [String(repeating: "zyxw", count: 65), String(repeating: "zyxw", count: 900)]),
    (.strict, ["passwordpassword", "123456123456123456123456"]),
    (.strict, ["octodogoctodogoctodog", "octodogoctodogoctodogoctodogxyz"]),
  ])
  func `F51 refused secrets with the same verdict have the same class, whatever their length`(
    policy: Policy, secrets: [String]
  ) throws {
    let entries = secrets.map { entry($0, policy) }
    #expect(Set(entries.map(\.newClass)).count == 1)
    #expect(entries.allSatisfy { $0.name == "password" && $0.newClass != nil })
    let verdict = policy.judge(password: Secret(secrets[0]), username: Username("octodog"))
    #expect(!verdict.isValid)
    for secret in secrets {
      #expect(policy.judge(password: Secret(secret), username: Username("octodog")) == verdict)
    }
  }

  @Test(arguments: [
    (Policy.rxswift, "abcd", "octodog"), (.combine, "abc", "octodog"), (.combine, "ABC", "octodog"),
    (.combine, "abcdef", "octodog"), (.moya, String(repeating: "a", count: 101), "octodog"),
    (.github, "abcdefg", "octodog"), (.strict, "zyxwvu", "octodog"),
    (.strict, "passwordpassword", "octodog"), (.strict, "octodogoctodogoctodog", "octodog"),
    (.strict, "xdragondragondragon", "dragon"), (.strict, "aaaaaaaaaaaaaaaxyz", "a"),
    (.strict, String(repeating: "zyxw", count: 65), "octodog"),
  ])
  func `the secret made from a class gets the same verdict as the original`(
    policy: Policy, password: String, username: String
  ) throws {
    let name = Username(username)
    let entry = entry(password, policy, username: username)
    let secretClass = try #require(entry.newClass)
    let made = try #require(
      SecretMaker(seed: 42).secret(named: entry.name, secretClass, username: username))
    #expect(
      policy.judge(password: made, username: name)
        == policy.judge(password: Secret(password), username: name))
  }

  @Test func `a secret entered again keeps its name and gets no new class`() {
    var ledger = SecretLedger(seed: 42)
    let talk = Talk.atPassword(.rxswift)
    let first = ledger.enter(Secret("abc"), for: .password, in: talk.conversation)
    let again = ledger.enter(Secret("abc"), for: .password, in: talk.conversation)
    #expect(first.newClass != nil)
    #expect(again == SecretLedger.Entry(name: first.name, newClass: nil))
  }

  @Test func `different secrets get different names`() {
    var ledger = SecretLedger(seed: 42)
    let talk = Talk.atPassword(.rxswift)
    let names = ["a", "b", "long enough", "c"].map {
      ledger.enter(Secret($0), for: .password, in: talk.conversation).name
    }
    #expect(names == ["password", "password-2", "password-3", "password-4"])
  }

  @Test func `a matching repeat has the password's name, and a mistyped one has a different name`()
  {
    var ledger = SecretLedger(seed: 42)
    let password = Secret("correct horse")
    let before = Talk.atPassword(.rxswift)
    let name = ledger.enter(password, for: .password, in: before.conversation).name
    let talk = Talk.atRepeat(.rxswift, password: password)
    #expect(talk.conversation.question == .field(.repeated))
    let slip = ledger.enter(Secret("correct house"), for: .repeated, in: talk.conversation)
    let other = ledger.enter(Secret("x"), for: .repeated, in: talk.conversation)
    let again = ledger.enter(Secret("correct house"), for: .repeated, in: talk.conversation)
    let equal = ledger.enter(Secret("correct horse"), for: .repeated, in: talk.conversation)
    #expect(slip == SecretLedger.Entry(name: "repeat", newClass: .strong))
    #expect(other == SecretLedger.Entry(name: "repeat-2", newClass: .strong))
    #expect(again == SecretLedger.Entry(name: "repeat", newClass: nil))
    #expect(equal == SecretLedger.Entry(name: name, newClass: nil))
  }

  @Test func `F32 a repeat that the strict policy considers equal has the password's name`() {
    var ledger = SecretLedger(seed: 42)
    let password = Secret("p\u{E9}re-No\u{EB}l-123456")
    _ = ledger.enter(password, for: .password, in: Talk.atPassword(.strict).conversation)
    let talk = Talk.atRepeat(.strict, password: password)
    let equal = ledger.enter(
      Secret("pe\u{301}re-Noe\u{308}l-123456"), for: .repeated, in: talk.conversation)
    #expect(equal == SecretLedger.Entry(name: "password", newClass: nil))
  }

  @Test func `a mistyped repeat that becomes the password gets a class with the same verdict`()
    throws
  {
    var ledger = SecretLedger(seed: 42)
    let password = Secret("correct horse")
    _ = ledger.enter(password, for: .password, in: Talk.atPassword(.rxswift).conversation)
    let talk = Talk.atRepeat(.rxswift, password: password)
    let slip = ledger.enter(Secret("abc"), for: .repeated, in: talk.conversation)
    #expect(slip.newClass == .strong)
    let asPassword = ledger.enter(
      Secret("abc"), for: .password, in: Talk.atPassword(.rxswift).conversation)
    #expect(asPassword == SecretLedger.Entry(name: "password-2", newClass: .lower(1)))
  }

  @Test func `a name is not reused if its verdict changed with the username`() {
    var ledger = SecretLedger(seed: 42)
    let secret = Secret("bernardshaw-1856")
    let first = ledger.enter(
      secret, for: .password, in: Talk.atPassword(.strict).conversation)
    let second = ledger.enter(
      secret, for: .password,
      in: Talk.atPassword(.strict, username: "bernardshaw-1856").conversation)
    #expect(first == SecretLedger.Entry(name: "password", newClass: .strong))
    #expect(second == SecretLedger.Entry(name: "password-2", newClass: .username))
  }

  /// A linear search for a free name would take hours here.
  @Test(.timeLimit(.minutes(10)))
  func `each mistyped repeat gets its own number, however many there are`() {
    var ledger = SecretLedger(seed: 42)
    let talk = Talk.atPassword(.rxswift, username: "octodog")
    var last = ""
    for number in 1...100_000 {
      last = ledger.enter(Secret("slip-\(number)"), for: .repeated, in: talk.conversation).name
    }
    #expect(last == "repeat-100000")
  }
}
