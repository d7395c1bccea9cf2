import Secrets
import Testing

struct PasswordHashTests {
  private func text(memory: String, passes: String) -> String {
    "$argon2id$v=19$m=\(memory),t=\(passes),p=1$qd1IccaoAvMyNTrN1YNtew$"
      + "Ye+nG88MZmxw6XgQNhXkYOQeBAoQ8jFgvf1EXMYwQ3Q"
  }

  @Test(arguments: [
    ("8", "1"), ("19456", "2"), ("262144", "3"), ("262144", "4"), ("65536", "16"), ("8", "16"),
  ])
  func `F81 a hash with a plausible cost is read`(
    memory: String, passes: String
  ) {
    #expect(PasswordHash(text(memory: memory, passes: passes)) != nil)
  }

  @Test(arguments: [
    ("8388608", "1"), ("8", "4294967295"), ("19456", "4294967295"), ("262145", "1"),
    ("262144", "5"), ("8", "17"), ("4294967295", "4294967295"), ("9223372036854775807", "1"),
    ("65537", "16"),
  ])
  func `F81 a hash with an excessive cost is rejected`(memory: String, passes: String) {
    #expect(PasswordHash(text(memory: memory, passes: passes)) == nil)
  }
}
