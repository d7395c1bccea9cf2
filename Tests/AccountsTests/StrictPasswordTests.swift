import Secrets
import TestSupport
import Testing
import Text

@testable import Accounts

struct StrictPasswordTests {
  @Test(arguments: [
    ("bernardshaw-1856", "bernardshaw-1856"), ("bernardshaw-1856", "BernardShaw-1856"),
    ("bernardshaw-1856", "6581-wahsdranreb"), ("bernardshaw-1856", "bernardshaw-1857"),
    ("bernardshaw-1856", "bernardshaw-1856abc"), ("bernardshaw-1856", "abcbernardshaw-1856"),
    ("bernardshaw-1856", "abc6581-wahsdranreb"), ("bernardshaw-1856", "bernardshaw-18x6yz"),
    ("bernardshaw-1856", "bernardshaw-1xyz"), ("alice", "alicealicealice"),
    ("alice", "ecilaecilaecila"), ("Alice", "aliceALICEalicexyz"), ("alice", "xalice9aliceyalice"),
    ("z", "zzzzzzzzzzzzzzzz"),
  ])
  func `F33 strict refuses a password that is the username or close to it, and says why`(
    username: String, password: String
  ) {
    #expect(
      Policy.strict.verdict(password: password, username: username)
        == .failed([.passwordNearUsername]))
  }

  @Test(arguments: [
    ("bernardshaw-1856", "bernardshaw-1856abcd"), ("bernardshaw-1856", "bernardshaw-wxyz"),
    ("bernardshaw-1856", "abcd6581-wahsdranreb"), ("alice", "alicealicealicewxyz"),
    ("alice", "a long way from home"), ("z", "zzzzzzzzzzzzwxya"),
  ])
  func `F33 with one more edit it is accepted`(username: String, password: String) {
    #expect(
      Policy.strict.verdict(password: password, username: username) == .ok(.passwordAcceptable))
  }

  @Test func `F12 F33 comparing the longest username and password takes no excessive time`() async {
    await #expect(processExitsWith: .success) {
      // Comparing every byte with every other would take minutes.
      limitProcessorTime()
      let rule = Rule.Test.notNearUsername(100)
      let long = String(repeating: "a", count: 60_000)
      for (name, password) in [
        (long, long + "b"), ("b" + long, long), (long, long + long), (long, "c" + long + "d"),
        ("a" + String(repeating: "ab", count: 15_000), long),
      ] {
        _ = password.withUTF8Text { rule.passes($0, username: name) }
      }
    }
  }

  @Test func `F33 without a username there is nothing to resemble`() {
    #expect(Policy.strict.verdict(password: "bernardshaw-1856") == .ok(.passwordAcceptable))
    #expect(
      Policy.strict.verdict(password: "bernardshaw-1856", username: "") == .ok(.passwordAcceptable))
  }

  @Test(arguments: [Policy.rxswift, .combine, .simple, .moya, .local, .github])
  func `F33 the other policies accept it`(policy: Policy) {
    #expect(
      policy.verdict(password: "Bernardshaw-1856", username: "Bernardshaw-1856")
        == .ok(.passwordAcceptable))
  }

  @Test(arguments: [
    "passwordpassword", "123456123456123456", "1234567812345678", "dragondragondragon",
    "qwertyqwertyqwerty", "111111111111111111",
    "111111111111111", "dragondragondrago", "abc123abc123abc123",
  ])
  func `F34 strict refuses a common password repeated`(password: String) {
    #expect(Policy.strict.verdict(password: password) == .failed([.passwordCommon]))
  }

  @Test(arguments: [
    "passwordpasswordx", "my password is long", "123456 is not enough", "passwordpasswor",
    "xpasswordpassword", "PasswordPassword!",
  ])
  func `F34 strict accepts a common password inside a longer one`(password: String) {
    #expect(Policy.strict.verdict(password: password) == .ok(.passwordAcceptable))
  }

  @Test func `F31 a family emoji is counted in the policy's unit`() {
    let family = "👨‍👩‍👧‍👦"
    #expect(Policy.rxswift.verdict(password: family) == .failed([.passwordTooShort]))
    #expect(Policy.rxswift.verdict(password: family * 4) == .failed([.passwordTooShort]))
    #expect(Policy.rxswift.verdict(password: family * 5) == .ok(.passwordAcceptable))
    #expect(Policy.strict.verdict(password: family * 2) == .failed([.passwordTooShort]))
    #expect(Policy.strict.verdict(password: family * 2 + "!") == .ok(.passwordAcceptable))
    #expect(Policy.strict.verdict(password: family * 36) == .ok(.passwordAcceptable))
    #expect(Policy.strict.verdict(password: family * 37) == .failed([.passwordTooLong]))
  }
}
