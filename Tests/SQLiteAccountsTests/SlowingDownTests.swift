import Accounts
import GRDB
import Secrets
import Testing

@testable import SQLiteAccounts

/// Failures to sign in, at the service.
struct SlowingDownTests {
  private let store = TestStore()
  private let wrong = Secret("wrong")

  /// Fails so often that the next one has to wait.
  private func exhaust(_ service: SQLiteAccounts, _ name: String) async throws {
    for _ in 0..<Failures.free {
      #expect(try await service.signIn(name, wrong) == .wrongCredentials)
    }
  }

  @Test(arguments: ["octocat", "nobody"])
  func `failures slow down by name, whether or not anybody has the name`(name: String) async throws
  {
    let service = try store.service()
    #expect(try await service.signUp("octocat") == .created)
    try await exhaust(service, name)
    #expect(try await service.signIn(name, wrong) == .tooManyFailures(.seconds(1)))
    #expect(try await service.signIn(name.uppercased(), wrong) == .tooManyFailures(.seconds(1)))
    #expect(try await service.signIn("another", wrong) == .wrongCredentials)
    store.clock.now += 1
    #expect(try await service.signIn(name, wrong) == .wrongCredentials)
    #expect(try await service.signIn(name, wrong) == .tooManyFailures(.seconds(2)))
  }

  @Test func `the right password has to wait as well, and then resets everything`() async throws {
    let service = try store.service()
    #expect(try await service.signUp("octocat") == .created)
    try await exhaust(service, "octocat")
    #expect(try await service.signIn("octocat") == .tooManyFailures(.seconds(1)))
    store.clock.now += 1
    #expect(try await service.signIn("octocat") == .entered)
    try await exhaust(service, "octocat")
  }

  @Test func `another program's failures count, and a new start forgets none`() async throws {
    try await exhaust(store.service(), "octocat")
    let later = try store.service()
    #expect(try await later.signIn("octocat") == .tooManyFailures(.seconds(1)))
  }

  @Test func `of many attempts at once no more are looked at than one after the other`()
    async throws
  {
    let service = try store.service(runsInline: false)
    #expect(try await service.signUp("octocat") == .created)
    let wrong = wrong
    let looked = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask { try await service.signIn("octocat", wrong) == .wrongCredentials }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(looked == Failures.free)
  }

  @Test func `F72 a clock that jumps locks nobody out for longer than 15 minutes`() async throws {
    let service = try store.service()
    #expect(try await service.signUp("octocat") == .created)
    try await exhaust(service, "octocat")
    for _ in 0..<12 {
      store.clock.now += Failures.longestWait
      #expect(try await service.signIn("octocat", wrong) == .wrongCredentials)
    }
    store.clock.now -= 1_000_000_000
    #expect(try await service.signIn("octocat") == .tooManyFailures(.seconds(900)))
    store.clock.now += 899
    #expect(try await service.signIn("octocat") == .tooManyFailures(.seconds(1)))
    store.clock.now += 1
    #expect(try await service.signIn("octocat") == .entered)
  }

  @Test func `the table of failures doesn't grow without end, nor forgets who failed most`()
    async throws
  {
    let service = try store.service()
    try await exhaust(service, "octocat")
    try store.change(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO failures (name_hash, count, last) SELECT 'other ' || i, 1, ? FROM n
      """, [FailureTable.limit - 1, store.clock.now])
    #expect(try store.rows("SELECT count(*) FROM failures") == ["\(FailureTable.limit)"])
    #expect(try await service.signIn("one more", wrong) == .wrongCredentials)
    let left = FailureTable.limit + 1 - FailureTable.batch
    #expect(try store.rows("SELECT count(*) FROM failures") == ["\(left)"])
    #expect(try await service.signIn("octocat", wrong) == .tooManyFailures(.seconds(1)))
  }

  @Test func `a disabled account lets its owner in no more, and tells nobody else`() async throws {
    let service = try store.service()
    #expect(try await service.signUp("octocat") == .created)
    try store.change("UPDATE accounts SET disabled = 1")
    #expect(try await service.signIn("octocat", wrong) == .wrongCredentials)
    guard case .refused = try await service.signIn("octocat") else {
      Issue.record("not refused")
      return
    }
    #expect(try await service.availability("octocat") == .taken)
  }
}
