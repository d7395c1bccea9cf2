import HTTP
import Secrets
import Testing

/// F51: what people read of a server's words.
struct ServerWordsTests {
  private let password = Secret("xqzv-kjwp-fmgh-ty9A")
  private let token = Secret("a-test-token-0123456789")

  private func shown(_ text: String) -> String? {
    ServerWords.shown(of: text, password: password, token: token)
  }

  @Test(arguments: [
    "Password is in the breach list", "emails is needed", "UserName must be short",
    "The password must contain at least 12 characters, one of them an uppercase letter.",
    "attribute 'name.familyName' is required", "Maximum number of login attempts exceeded.",
    "Password was found in 3 data breaches; choose another one!",
    "urn:ietf:params:scim:schemas:core:2.0:User is required", "THE PASSWORD IS TOO WEAK",
  ])
  func `a reason in common words is shown as it is`(words: String) {
    #expect(shown(words) == words)
  }

  @Test(arguments: [
    ("Password policy AcmeGuard4 says: too short", "Password policy … says: too short"),
    ("the user 58a1f0c2 is blocked", "the user … is blocked"),
    ("the number 1 2 3 4 5 6 is bad", "the number 1 2 … is bad"),
    ("the number 123456 is bad", "the number … is bad"),
    ("the pAsSwOrD is wEaK", "the … is …"),
    ("too short \u{1B}[31m", "too short …"), ("it -is-- ---------- bad", "it -is-- … bad"),
  ])
  func `all else is an ellipsis`(words: String, wanted: String) {
    #expect(shown(words) == wanted)
  }

  @Test(arguments: [
    "", " ", "nope", "xqzv", "密码太短", "kdmi xwjc szth", "eHF6di1randwLWZtZ2gtdHk5QQ==",
    "the password xqzv-kjwp-fmgh-ty9A is bad", "the password eHF6di1randwLWZtZ2gtdHk5QQ== is bad",
    "the token a-test-token-0123456789 is bad", "the token YS10ZXN0LXRva2VuLTAxMjM0NTY3ODk= is bad",
  ])
  func `words that say nothing, or show a secret, are not shown`(words: String) {
    #expect(shown(words) == nil)
  }

  @Test(arguments: ["staple battery", "correct", "password-is-too-short"])
  func `a passphrase of common words is not shown`(words: String) {
    let password = Secret("correct staple battery password-is-too-short")
    #expect(
      ServerWords.shown(of: "the password \(words) is too weak", password: password) == nil)
  }

  /// Whatever code the secret is put into, it is none of the vocabulary's words.
  @Test func `F51 no code of letters and digits is shown`() {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    for shift in 1..<36 {
      let code = "xqzv-kjwp-fmgh-ty9a".map { character in
        letters.firstIndex(of: character).map { String(letters[($0 + shift) % 36]) } ?? "-"
      }.joined()
      #expect(shown("the password \(code) is bad") == "the password … is bad")
    }
  }

  @Test func `long words are cut`() throws {
    let words = try #require(shown(String(repeating: "too short, ", count: 300)))
    #expect(words.count == ServerWords.limit && words.hasSuffix("…"))
  }
}
