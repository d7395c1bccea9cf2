import Accounts
import GRDB
import Secrets
import Testing

@testable import SQLiteAccounts

struct PasswordTests {
  private let store = TestStore()

  @Test(arguments: [1, 15, 72, 73, 128, 512, 513, 4_096])
  func `F35 every byte of a password counts, however long it is`(length: Int) async throws {
    let service = try store.service()
    let password = "p" * length
    #expect(try await service.signUp("octocat", Secret(password)) == .created)
    #expect(try await service.signIn("octocat", Secret(password)) == .entered)
    let others = [String(password.dropLast()) + "q", String(password.dropLast()), password + "p"]
    for other in others {
      #expect(try await service.signIn("octocat", Secret(other)) == .wrongCredentials)
    }
  }

  @Test func `a password can contain anything, including NUL and invalid UTF-8`() async throws {
    let service = try store.service()
    let bytes: [UInt8] = [0x61, 0, 0x62, 0xFF, 0xFE, 0]
    let password = bytes.withUnsafeBytes { Secret(copying: $0) }
    let cut = bytes.dropLast().withUnsafeBytes { Secret(copying: $0) }
    #expect(try await service.signUp("octocat", password) == .created)
    #expect(try await service.signIn("octocat", password) == .entered)
    #expect(try await service.signIn("octocat", cut) == .wrongCredentials)
    #expect(try await service.signIn("octocat", Secret("a")) == .wrongCredentials)
  }

  @Test(arguments: [(Policy.strict, true), (.rxswift, false)])
  func `F32 the NFC and NFD forms of a password both sign in if the policy equates them`(
    policy: Policy, areOne: Bool
  ) async throws {
    let service = try store.service()
    let (nfc, nfd) = (
      Secret("p\u{E9}rlimp\u{EE}np\u{EF}n"), Secret("pe\u{301}rlimpi\u{302}npi\u{308}n")
    )
    #expect(try await service.signUp("octocat", policy.prepared(nfc)) == .created)
    #expect(try await service.signIn("octocat", policy.prepared(nfc)) == .entered)
    #expect(
      try await service.signIn("octocat", policy.prepared(nfd))
        == (areOne ? .entered : .wrongCredentials))
  }

  @Test func `the password is in no file, and equal passwords differ in their hashes`() async throws
  {
    let service = try store.service()
    let password = "Planted-Pa55word-in-no-file"
    #expect(try await service.signUp("octocat", Secret(password)) == .created)
    #expect(try await service.signUp("octodog", Secret(password)) == .created)
    // Also as a name, because users type passwords there by mistake.
    #expect(try await service.signIn(password, Secret(password)) == .wrongCredentials)
    #expect(try await service.signIn("octocat", Secret(password)) == .entered)
    for (name, bytes) in store.scratch.content {
      let offset = bytes.withUnsafeBytes { Secret(password).firstOffset(in: $0) }
      #expect(offset == nil, "\(name)")
    }
    let hashes = try store.rows("SELECT password FROM accounts")
    #expect(Set(hashes).count == 2)
    #expect(hashes.allSatisfy { $0.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$") })
  }

  @Test func `a hash's cost is raised at the next sign-in, and never lowered`() async throws {
    let (low, high) = (HashCost.least, HashCost(memory: 65_536, passes: 2))
    let mixed = HashCost(memory: 16_384, passes: 3)
    func cost() throws -> [HashCost?] {
      try store.rows("SELECT password FROM accounts").map { PasswordHash($0)?.cost }
    }
    #expect(try await store.service(cost: low).signUp("octocat") == .created)
    let wrong = try await store.service(cost: high).signIn("octocat", Secret("wrong"))
    #expect(wrong == .wrongCredentials)
    #expect(try cost() == [low], "a wrong password must not raise the cost")
    #expect(try await store.service(cost: high).signIn("octocat") == .entered)
    #expect(try cost() == [high])
    let before = try store.rows("SELECT password FROM accounts")
    #expect(try await store.service(cost: low).signIn("octocat") == .entered)
    #expect(try store.rows("SELECT password FROM accounts") == before)
    #expect(try await store.service(cost: mixed).signIn("octocat") == .entered)
    #expect(try cost() == [HashCost(memory: 65_536, passes: 3)])
    #expect(try await store.service(cost: mixed).signIn("octocat") == .entered)
    #expect(try await store.service().signIn("octocat", Secret("x")) == .wrongCredentials)
  }

  @Test func `the usual cost is the minimum that OWASP recommends`() throws {
    #expect(HashCost.usual == HashCost(memory: 19 * 1024 * 1024, passes: 2))
    let hash = try PasswordHash.make(of: Secret("secret"), cost: .usual)
    #expect(hash.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(hash.cost == .usual)
    #expect(hash.costToRaise(to: .usual) == nil)
  }

  @Test func `F71 a cost beyond all memory refuses and creates nothing`() async throws {
    let absurd = HashCost(memory: 1 << 45, passes: 1)
    let service = try store.service(cost: absurd)
    #expect(try await service.signUp("octocat") == .refused(.outOfMemory))
    #expect(try await service.availability("octocat") == .available)
    #expect(try await service.signIn("octocat") == .refused(.outOfMemory))
    #expect(try store.rows("SELECT name_hash FROM failures") == [], "it was not a guess")
    #expect(try await store.service().signUp("octocat") == .created)
    #expect(
      try await service.signIn("octocat") == .entered, "a better hash can wait; the owner can't")
  }

  @Test(arguments: [
    "", "x", "$argon2id$v=19$m=8,t=1,p=1$$", "$argon2i$v=19$m=8,t=1,p=1$AAAA$AAAA",
    "$argon2id$v=19$m=8,t=1,p=2$qd1IccaoAvMyNTrN1YNtew$Ye+nG88MZmxw6XgQNhXkYOQeBAoQ8jFgvf1EXMYwQ3Q",
    "$argon2id$v=19$m=8388608,t=1,p=1$qd1IccaoAvMyNTrN1YNtew$Ye+nG88MZmxw6XgQNhXkYOQeBAoQ8jFgvf1EXMYwQ3Q",
    "$argon2id$v=19$m=8,t=4294967295,p=1$qd1IccaoAvMyNTrN1YNtew$Ye+nG88MZmxw6XgQNhXkYOQeBAoQ8jFgvf1EXMYwQ3Q",
    "$argon2id$v=19$m=7,t=1,p=1$qd1IccaoAvMyNTrN1YNtew$Ye+nG88MZmxw6XgQNhXkYOQeBAoQ8jFgvf1EXMYwQ3Q",
    "$argon2id$v=19$m=8,t=1,p=1$qd1IccaoAvMyNTrN1YNtew$Ye+nG88MZmxw6XgQNhXkYOQeBAoQ8jFgvf1EXMYwQ3Q$",
    "$argon2id$v=19$m=8,t=1,p=1$qd1IccaoAvMyNTrN1YNtewAA$Ye+nG88MZmxw6XgQNhXkYOQeBAoQ8jFgvf1EXMYwQ3Q",
  ])
  func `F81 an invalid or excessively costly hash signs no one in`(text: String) async throws {
    #expect(PasswordHash(text) == nil)
    let service = try await store.signedUp()
    try store.change("UPDATE accounts SET password = ?", [text])
    #expect(try await service.signIn("octocat") == .unknown(.storeFailed))
  }
}
