import Secrets
import Testing

struct SecretFingerprintTests {
  private let maker = SecretFingerprint.Maker()

  @Test func `the same secret has the same fingerprint`() {
    #expect(maker.fingerprint(of: Secret("abc")) == maker.fingerprint(of: Secret("abc")))
    #expect(maker.fingerprint(of: Secret("")) == maker.fingerprint(of: Secret("")))
  }

  @Test func `different secrets have different fingerprints`() {
    let texts = (0..<1_000).map { "secret \($0)" } + ["", "\0", "\0\0", "é", "e\u{301}"]
    #expect(Set(texts.map { maker.fingerprint(of: Secret($0)) }).count == texts.count)
  }

  @Test func `another maker gives another fingerprint`() {
    let other = SecretFingerprint.Maker()
    #expect(maker.fingerprint(of: Secret("abc")) != other.fingerprint(of: Secret("abc")))
    #expect(maker.fingerprint(of: Secret("")) != other.fingerprint(of: Secret("")))
  }

  @Test func `a fingerprint reveals neither the secret's text nor its length`() {
    let short = "\(maker.fingerprint(of: Secret("abc")))"
    let long = maker.fingerprint(of: Secret(String(repeating: "abc", count: 1_000)))
    #expect(!short.contains("97, 98, 99"))
    #expect(
      "\(long)".split(separator: ",").count == short.split(separator: ",").count,
      "a long secret must give as many numbers as a short one")
  }
}
