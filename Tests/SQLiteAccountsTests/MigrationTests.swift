import Accounts
import GRDB
import Glibc
import Runtime
import Secrets
import Testing

@testable import SQLiteAccounts

/// Stores of earlier versions, which are migrated when they are opened.
struct MigrationTests {
  private let store = TestStore()
  private let answers = [Answer("email", "ann@example.org")]

  private var version: String? {
    get throws { try store.rows("PRAGMA user_version").first }
  }

  private static func isMade(_ store: TestStore, by version: Int) throws -> Bool {
    try store.connection().read { try Schema.isMade($0, by: version) }
  }

  private func expectSound(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try store.rows("PRAGMA integrity_check") == ["ok"], sourceLocation: location)
    #expect(
      try Array(store.rows("SELECT name FROM accounts ORDER BY id").prefix(2))
        == ["octocat", "OctoDog"], sourceLocation: location)
    #expect(
      try store.rows("SELECT count(*) FROM sessions UNION ALL SELECT count(*) FROM failures")
        == ["1", "2"], sourceLocation: location)
  }

  @Test func `a store of the version before keeps its accounts, sessions and failures`()
    async throws
  {
    try store.makeOld()
    let service = try store.service(runsInline: true)
    let before = try #require(try await service.account(of: Username("octocat")))
    #expect(before.created == 1_795_348_069)
    #expect(before.details == [.init("sessions", "1"), .init("recent failed sign-ins", "0")])
    #expect(before.answers.isEmpty)
    try expectSound()
    #expect(try version == "\(Schema.version)")
    let session = try await service.session(of: OldStore.token)
    #expect(session?.username.text == "octocat")
    #expect(try await service.signIn("octocat") == .entered)
    #expect(try await service.signIn("octodog") == .refused(.accountInactive))
    #expect(try await service.signUp("OCTOCAT") == .taken)
    let new = Registration(
      username: Username("ann"), password: TestStore.password, answers: answers)
    #expect(try await service.signUp(new) == .created)
    let accounts = try await service.listed().flatMap { $0 }
    #expect(accounts.map(\.username.text) == ["ann", "octocat", "OctoDog"])
    #expect(accounts.map(\.answers) == [answers, [], []])
    #expect(accounts.map(\.id) == ["3", "1", "2"], "an ID is never used again")
    #expect(store.problem == nil)
  }

  @Test(arguments: 1..<Schema.version)
  func `a store of every earlier version is migrated, and keeps its accounts`(
    version: Int
  ) async throws {
    let old = try OpenDatabase(path: store.path)
    try old.migrate(to: version)
    try old.use { db in
      for index in 0..<50 { try store.insert("name\(index)", created: Int64(100 - index), db) }
    }
    chmod(store.path, 0o600)
    #expect(try self.version == "\(version)")
    let names = try await store.service().names(AccountQuery(order: .created))
    #expect(names == (0..<50).reversed().map { "name\($0)" })
    #expect(try self.version == "\(Schema.version)")
    #expect(store.problem == nil)
  }

  @Test func `F69 if 8 processes open a store of the version before at once, one migrates it`()
    async throws
  {
    try store.makeOld()
    let words = try await Signups.atOnce(store, (0..<8).map { "new\($0)" })
    #expect(words == Array(repeating: "signed-up", count: 8))
    try expectSound()
    #expect(try version == "\(Schema.version)")
    #expect(try store.rows("SELECT count(*) FROM accounts") == ["10"])
    #expect(
      try store.rows("SELECT count(*) FROM grdb_migrations") == ["\(Schema.version)"])
    #expect(store.problem == nil)
    #expect(try await store.service().signIn("octocat") == .entered)
  }

  /// 32 KiB are what SQLite needs for the index of its -wal.
  @Test(arguments: [1, 4_096, 20_000, 34_000, 38_000, 42_000, 46_000])
  func `F66 a disk that is too full for the migration is reported, and the store stays as it was`(
    size: Int
  ) async throws {
    try store.makeOld()
    // So that the -wal has 33,000 bytes, and stays so while this connection is open.
    let other = try store.connection()
    for _ in 0..<8 { try other.run("UPDATE accounts SET disabled = 1 - disabled") }
    let lines = try await Signups.run(store, "new", ["cheap", "file=\(size)"])
    #expect(lines.map(\.word) == ["\(RefusalReason.storeFull)"])
    try expectSound()
    #expect(try version == "\(OldStore.version)")
    #expect(
      try Self.isMade(store, by: OldStore.version),
      "the program of the version before still uses it")
    try other.close()
    #expect(try await store.service().signUp("new") == .created)
  }

  @Test func `F67 a read-only store of the version before is refused, and left as it was`() throws {
    try store.makeOld()
    chmod(store.path, 0o400)
    let before = store.scratch.content
    #expect(store.problem == .readOnly)
    #expect(store.scratch.content == before)
  }

  @Test func `F68 a migration waits for another program, for a limited time`() async throws {
    try store.makeOld()
    let other = try store.connection()
    try other.run("BEGIN IMMEDIATE")
    let busy = try store.service(pause: { _ in })
    #expect(try await busy.signUp("new") == .notAsked(.storeBusy))
    #expect(try version == "\(OldStore.version)")
    let patient = try store.service(pause: { _ in try? other.run("ROLLBACK") })
    #expect(try await patient.signUp("new") == .created)
    try expectSound()
  }

  @Test func `F40 a process that is killed while it migrates leaves a whole store`() async throws {
    let versions = try await blocking {
      try (0..<40).map { round in
        let store = TestStore()
        try store.makeOld()
        let child = try Signups(store, "new", ["cheap", "wait"])
        child.readFirst()
        child.go()
        usleep(.random(in: 0...10_000))
        child.kill()
        #expect(try store.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try store.rows("SELECT name FROM accounts").count >= 2)
        let version = try #require(try store.rows("PRAGMA user_version").first.flatMap { Int($0) })
        #expect(try Self.isMade(store, by: version), "schema \(version)")
        return version
      }
    }
    #expect(versions.allSatisfy { [OldStore.version, Schema.version].contains($0) })
  }
}
