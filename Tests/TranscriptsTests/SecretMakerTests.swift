import Accounts
import Foundation
import Secrets
import Testing

@testable import Transcripts

extension Secret {
  /// The secret as text, for tests.
  var revealed: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

struct SecretMakerTests {
  private let maker = SecretMaker(seed: 42)

  private func made(_ name: String, _ secretClass: SecretClass) throws -> String {
    try #require(maker.secret(named: name, secretClass, username: "octodog")).revealed
  }

  @Test(arguments: [
    (SecretClass.strong, "tJ4cY2oT9?dS6jL0fW8"), (.lower(12), "wahhhryjuohh"),
    (.upper(12), "ZQWMFDKJMWQM"), (.digit(12), "908253955935"),
    (.mixed(12), "yC5zQ9qP3tH9"),
    (.words(3), "lantern-timber-island"), (.unicode(6), "汉あũžз가"), (.common, "ocelotocelotocelot"),
    (.username, "octodogoctodogoctodog1"),
  ])
  func `seed 42 makes the same secrets on every machine`(secretClass: SecretClass, text: String)
    throws
  {
    let got = try made("password", secretClass)
    #expect(got == text)
    #expect(try made("password", secretClass) == text, "the same result twice")
  }

  @Test(arguments: [
    SecretClass.strong, .lower(12), .upper(12), .digit(20), .mixed(12), .words(8), .unicode(12),
  ])
  func `a different name or seed makes a different secret`(secretClass: SecretClass) throws {
    let one = try made("password", secretClass)
    #expect(try made("slip", secretClass) != one)
    let other = SecretMaker(seed: 43).secret(named: "password", secretClass, username: "octodog")
    #expect(other?.revealed != one)
  }

  @Test(arguments: Policy.named)
  func `a strong secret passes the rules of every named policy`(policy: Policy) throws {
    for index in 0..<200 {
      let secret = try #require(
        maker.secret(named: "name-\(index)", .strong, username: "octodog"))
      let verdict = policy.judge(password: secret, username: Username("octodog"))
      #expect(verdict.isValid, "\(policy.name) \(index)")
    }
  }

  @Test func `a strong secret has letters of both cases, digits and a mark`() throws {
    for index in 0..<200 {
      let text = try made("name-\(index)", .strong)
      #expect(text.utf8.count == 19)
      #expect(text.contains { $0.isLowercase } && text.contains { $0.isUppercase })
      #expect(text.contains { $0.isNumber } && text.contains { "-_.!?+*".contains($0) })
    }
  }

  @Test(arguments: [1, 2, 3, 8, 64, 257, 4_097])
  func `each class has the right length and letters`(count: Int) throws {
    func holds(_ secretClass: SecretClass, _ letters: (UInt8) -> Bool) throws -> Bool {
      let bytes = Array(try made("a", secretClass).utf8)
      return bytes.count == count && bytes.allSatisfy(letters)
    }
    let lower = UInt8(ascii: "a")...UInt8(ascii: "z")
    let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    #expect(try holds(.lower(count)) { lower.contains($0) })
    #expect(try holds(.upper(count)) { upper.contains($0) })
    #expect(try holds(.digit(count)) { digits.contains($0) })
    #expect(
      try holds(.mixed(count)) { lower.contains($0) || upper.contains($0) || digits.contains($0) })
    #expect(try made("a", .words(count)).split(separator: "-").count == count)
    #expect(try made("a", .unicode(count)).unicodeScalars.count == count)
    #expect(try made("a", .unicode(count)).count == count)
  }

  @Test func `F12 the longest class is 64 KiB`() throws {
    #expect(try made("a", .lower(SecretClass.longest)).utf8.count == 65_536)
  }

  @Test(arguments: [3, 4, 9])
  func `a mixed secret of three or more characters has at least one of each kind`(count: Int) throws
  {
    for index in 0..<50 {
      let text = try made("name-\(index)", .mixed(count))
      #expect(text.contains { $0.isLowercase })
      #expect(text.contains { $0.isUppercase })
      #expect(text.contains { $0.isNumber })
    }
  }

  @Test func `unicode letters are stable in NFC, alone and next to one another`() throws {
    for index in 0..<200 {
      let text = try made("name-\(index)", .unicode(64))
      #expect(text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8))
      #expect(text.utf8.count > 64)
      #expect(text.unicodeScalars.allSatisfy { CharacterSet.alphanumerics.contains($0) })
    }
  }

  @Test func `a common secret is refused only for being common, and is long enough`() throws {
    for index in 0..<200 {
      let secret = try #require(
        maker.secret(named: "name-\(index)", .common, username: nil))
      #expect(
        Policy.strict.judge(password: secret, username: nil)
          == .failed([Judgement.Ground(.reason(.passwordCommon))]), "\(secret.revealed)")
    }
  }

  @Test(arguments: [
    ("octodog", "octodogoctodogoctodog1"), ("a", "aaaaaaaaaaaaaaa1"),
    ("a-name-of-16-ch-", "a-name-of-16-ch-1"),
    ("exactly-a-name-over-it", "exactly-a-name-over-it1"), ("字", "字字字字字字字字字字字字字字字1"),
  ])
  func `a username secret is the name, repeated to 15 characters, and a 1`(
    username: String, text: String
  ) {
    #expect(maker.secret(named: "a", .username, username: username)?.revealed == text)
  }

  @Test func `without a username, there is no username secret`() {
    #expect(maker.secret(named: "a", .username, username: nil) == nil)
  }

  @Test func `only env and file look up secrets outside`() {
    let maker = SecretMaker(seed: 1) { secretClass in
      secretClass == .environment("HERE") ? Secret("from outside") : nil
    }
    #expect(
      maker.secret(named: "a", .environment("HERE"), username: nil) == Secret("from outside"))
    #expect(maker.secret(named: "a", .environment("GONE"), username: nil) == nil)
    #expect(maker.secret(named: "a", .file("/gone"), username: nil) == nil)
    #expect(SecretMaker(seed: 1).secret(named: "a", .environment("HERE"), username: nil) == nil)
    #expect(maker.secret(named: "a", .lower(3), username: nil)?.count == 3)
  }
}
