import Accounts
import GRDB
import Glibc
import Secrets
import Testing

@testable import SQLiteAccounts

struct CheckupTests {
  private let store = TestStore()

  private func levels(_ findings: [Finding]) -> [String] {
    findings.map { "\($0.level.rawValue) \($0.subject)" }
  }

  @Test func `a sound store passes, and is not changed`() async throws {
    let service = try await store.signedUp()
    let findings = await service.checkup()
    #expect(
      levels(findings) == [
        "ok sqlite file", "ok sqlite folder", "ok sqlite space", "ok sqlite store",
        "ok sqlite durability", "ok sqlite integrity", "ok sqlite content", "ok sqlite probe",
        "ok password hash",
      ])
    #expect(findings.allSatisfy { $0.advice == nil })
    let details = Dictionary(uniqueKeysWithValues: findings.map { ($0.subject, $0.detail) })
    #expect(details["sqlite durability"] == "journal wal, synchronous full")
    #expect(details["sqlite content"] == "schema \(Schema.version), accounts: 1")
    #expect(details["sqlite file"] == "\(store.path): mode 600, user \(geteuid())")
    #expect(details["password hash"]?.hasPrefix("argon2id, 8 KiB, 1 passes: ") == true)
    #expect(try store.rows("SELECT name FROM accounts") == ["octocat"])
  }

  @Test func `the checkup creates no store`() async throws {
    let findings = try await store.service().checkup()
    #expect(
      levels(findings) == [
        "ok sqlite folder", "ok sqlite space", "ok sqlite store", "ok password hash",
      ])
    #expect(store.scratch.content.isEmpty)
  }

  @Test func `the checkup tries a missing folder and leaves none behind`() async throws {
    let findings = try await store.service(path: store.scratch.path + "/a/b/s.sqlite").checkup()
    #expect(levels(findings).contains("ok sqlite store"))
    #expect(store.scratch.content.isEmpty)
  }

  @Test func `a path where no folder can be created is an error with advice`() async throws {
    let findings = try await store.service(path: "/proc/no/x.sqlite").checkup()
    let found = findings.first { $0.level == .error && $0.subject == "sqlite store" }
    #expect(found?.detail.contains("its folder can't be created (") == true)
    #expect(found?.advice?.contains("a folder that you can write to") == true)
    #expect(findings.compactMap(\.advice).allSatisfy { !$0.contains("free some space") })
  }

  @Test func `a store in memory gets a warning`() async throws {
    let findings = try await store.service(path: ":memory:").checkup()
    #expect(levels(findings).contains("warning sqlite durability"))
    #expect(!findings.contains { $0.level == .error })
  }

  @Test func `an unusable store is an error with advice, and the hash is measured anyway`()
    async throws
  {
    let service = try await store.signedUp()
    chmod(store.path, 0o644)
    let findings = await service.checkup()
    #expect(levels(findings) == ["error sqlite store", "ok password hash"])
    #expect(findings[0].advice?.contains("chmod 600") == true)
    chmod(store.path, 0o600)
  }

  @Test func `a store that another program has locked is an error with advice`() async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    let other = try store.lockedByAnother()
    let findings = try await store.service(pause: { _ in }).checkup()
    #expect(levels(findings).contains("error sqlite store"))
    withExtendedLifetime(other) {}
  }

  @Test func `a folder that others can write to gets a warning`() async throws {
    let service = try await store.signedUp()
    for mode in [0o770, 0o1777] as [mode_t] {
      chmod(store.scratch.path, mode)
      #expect(levels(await service.checkup()).contains("warning sqlite folder"), "\(mode)")
    }
    chmod(store.scratch.path, 0o700)
  }

  @Test func `a store that accepts a name twice is found`() async throws {
    let service = try await store.signedUp()
    try store.change(
      """
      CREATE TABLE loose AS SELECT * FROM accounts;
      DROP TABLE accounts;
      CREATE TABLE accounts (id INTEGER PRIMARY KEY, name TEXT, name_key TEXT, password TEXT,
        attempt TEXT, created INTEGER, disabled INTEGER);
      """)
    #expect(levels(await service.checkup()).contains("error sqlite probe"))
  }

  @Test func `a hash that needs more memory than there is is an error`() async throws {
    let findings = try await store.service(cost: HashCost(memory: 1 << 45, passes: 1)).checkup()
    #expect(levels(findings).contains("error password hash"))
  }
}
