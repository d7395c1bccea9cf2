import Accounts
import GRDB
import Glibc
import Secrets
import Testing

@testable import SQLiteAccounts

/// A file that is not a store, or no longer one, is refused when it is opened, and left unchanged.
struct DamageTests {
  private let store = TestStore()

  /// Creates a store with some accounts, and closes it.
  private func fill(_ count: Int = 60) async throws {
    let service = try store.service()
    for index in 0..<count {
      #expect(try await service.signUp("somebody\(index)") == .created)
    }
  }

  /// Returns why the store is refused, and checks that its folder is unchanged.
  private func refusal(_ location: SourceLocation = #_sourceLocation) -> SQLiteStoreError.Problem? {
    let before = store.scratch.content
    let problem = store.problem
    #expect(store.scratch.content == before, "untouched", sourceLocation: location)
    return problem
  }

  private func isCorrupt(_ problem: SQLiteStoreError.Problem?) -> Bool {
    if case .corrupt? = problem { true } else { false }
  }

  @Test func `a sound store is opened`() async throws {
    try await fill()
    #expect(refusal() == nil)
  }

  @Test(arguments: [15, 99, 100, 511, 512, 4_096, 100_000])
  func `F70 a file that is not a database is refused`(size: Int) {
    store.scratch.write((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) })
    #expect(refusal() == .notADatabase)
  }

  @Test func `F70 a truncated store is refused, wherever it is cut`() async throws {
    try await fill()
    let whole = try #require(store.scratch.bytes())
    let cuts = Set(stride(from: 1, to: whole.count, by: 1_000)).union([
      16, 99, 100, 511, 512, 4_095, 4_096, 8_192, whole.count - 4_096, whole.count - 1,
    ])
    for cut in cuts.sorted() {
      store.scratch.write(Array(whole.prefix(cut)))
      let problem = refusal()
      #expect(problem == .notADatabase || isCorrupt(problem), "\(cut) of \(whole.count) bytes")
    }
    store.scratch.write(whole)
    #expect(refusal() == nil)
  }

  @Test(arguments: [0x00, 0xFF, 0x55] as [UInt8])
  func `F70 a store with any damaged page is refused`(byte: UInt8) async throws {
    try await fill()
    let whole = try #require(store.scratch.bytes())
    for page in stride(from: 0, to: whole.count, by: 4_096) {
      // The head of a page describes its contents.
      var damaged = whole
      for offset in page..<page + 64 { damaged[offset] = byte }
      store.scratch.write(damaged)
      let problem = refusal()
      #expect(problem == .notADatabase || isCorrupt(problem), "page at \(page)")
    }
  }

  @Test(arguments: [
    "PRAGMA user_version = \(Schema.version + 1)",
    "INSERT INTO grdb_migrations (identifier) VALUES ('to-come')",
  ])
  func `F70 a store with a newer schema or an unknown migration is refused`(sql: String)
    async throws
  {
    try await fill(1)
    try store.change(sql)
    #expect(refusal() == .newer(schema: Schema.version + 1, known: Schema.version))
  }

  @Test(arguments: [
    "PRAGMA application_id = 252006674", "CREATE TABLE t (x)", "PRAGMA user_version = 3",
  ])
  func `F70 another application's database is refused`(sql: String) throws {
    try store.change(sql)
    chmod(store.path, 0o600)
    #expect(refusal() == .otherApplication)
  }

  @Test func `F70 an empty file is a new store, but not next to a -wal with accounts`()
    async throws
  {
    store.scratch.write([])
    #expect(refusal() == nil)
    store.scratch.write([1, 2, 3], "accounts.sqlite-wal")
    #expect(isCorrupt(refusal()))
    unlink(store.path)
    #expect(isCorrupt(refusal()))
    unlink(store.path + "-wal")
    #expect(try await store.service().signUp("octocat") == .created)
  }

  /// Copies what a killed program leaves behind: the store and its -wal.
  private func leaveBehind() throws -> TestStore {
    let copy = TestStore()
    for name in ["accounts.sqlite", "accounts.sqlite-wal"] {
      copy.scratch.write(try #require(store.scratch.bytes(name)), name)
    }
    return copy
  }

  @Test func `F70 what a killed newer program left in its -wal is found, and stays there`()
    async throws
  {
    let service = try await store.signedUp()
    let other = try store.connection()
    try other.run("PRAGMA user_version = 9")
    let copy = try leaveBehind()
    let before = copy.scratch.content
    #expect(copy.problem == .newer(schema: 9, known: Schema.version))
    for (name, bytes) in before { #expect(copy.scratch.bytes(name) == bytes, "\(name)") }
    withExtendedLifetime((service, other)) {}
  }

  @Test func `accounts that a killed program left in its -wal are not lost`() async throws {
    let service = try await store.signedUp()
    let copy = try leaveBehind()
    #expect(try await copy.service().signIn("octocat") == .entered)
    #expect(try await service.signIn("octocat") == .entered)
  }

  @Test func `a store damaged while it is open signs no one in, and says so`() async throws {
    try await fill()
    let service = try store.service()
    let size = try #require(store.scratch.bytes()).count
    let file = open(store.path, O_WRONLY)
    let waste = [UInt8](repeating: 0xFF, count: size - 4_096)
    #expect(pwrite(file, waste, waste.count, 4_096) == waste.count)
    close(file)
    #expect(try await service.availability("somebody1") == .unknown(.storeFailed))
    #expect(try await service.signUp("octodog") == .notAsked(.storeFailed))
    #expect(try await service.signIn("somebody1") == .unknown(.storeFailed))
  }
}
