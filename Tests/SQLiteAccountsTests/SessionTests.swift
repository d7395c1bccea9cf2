import AccountContract
import Accounts
import GRDB
import Secrets
import Synchronization
import Testing

@testable import SQLiteAccounts

/// Sessions of users who asked to be remembered.
struct SessionTests {
  /// A wall clock that only moves when told to.
  private final class Wall: Sendable {
    private let seconds = Mutex(Int64(1_700_000_000))
    var now: Int64 { seconds.withLock { $0 } }
    func pass(_ time: Int64) { seconds.withLock { $0 += time } }
  }

  private let wall = Wall()
  private let octodog = Username("octodog")

  private func accounts() async throws -> SQLiteAccounts {
    let wall = wall
    let accounts = try SQLiteAccounts(
      path: ":memory:", timeout: .seconds(10), cost: .least, runsInline: true,
      clock: ContinuousClock(), now: { wall.now })
    _ = try await accounts.signUp(
      Registration(username: octodog, password: Secret("xqzv-kjwp-fmgh-ty9A")))
    return accounts
  }

  @Test func `a session belongs to its account for 30 days`() async throws {
    let accounts = try await accounts()
    let (token, session) = try #require(try await accounts.beginSession(of: Username("OctoDog")))
    #expect(session.username == octodog)
    #expect(session.expires == wall.now + 30 * 86_400)
    wall.pass(30 * 86_400 - 1)
    #expect(try await accounts.session(of: token) == session)
    wall.pass(1)
    #expect(try await accounts.session(of: token) == nil)
  }

  @Test func `ending a session leaves other sessions alone`() async throws {
    let accounts = try await accounts()
    let (first, _) = try #require(try await accounts.beginSession(of: octodog))
    let (second, session) = try #require(try await accounts.beginSession(of: octodog))
    #expect(first.secret != second.secret)
    try await accounts.endSession(of: first)
    #expect(try await accounts.session(of: first) == nil)
    #expect(try await accounts.session(of: second) == session)
  }

  @Test func `a missing account gets no session, and an invented token has none`() async throws {
    let accounts = try await accounts()
    #expect(try await accounts.beginSession(of: Username("octocat")) == nil)
    #expect(try await accounts.session(of: SessionToken()) == nil)
    #expect(SessionToken(Secret("short")) == nil)
    #expect(SessionToken(Secret(String(repeating: "G", count: 64))) == nil)
  }

  @Test func `a disabled or removed account has no session`() async throws {
    let accounts = try await accounts()
    let (token, session) = try #require(try await accounts.beginSession(of: octodog))
    func run(_ sql: String) async throws {
      try await Call.run { call in
        try accounts.store.use(for: call) { try $0.execute(sql: sql) }
      }
    }
    try await run("UPDATE accounts SET disabled = 1")
    #expect(try await accounts.session(of: token) == nil)
    #expect(try await accounts.beginSession(of: octodog) == nil)
    try await run("UPDATE accounts SET disabled = 0")
    #expect(try await accounts.session(of: token) == session)
    try await run("DELETE FROM accounts")
    #expect(try await accounts.session(of: token) == nil)
    let left = try await Call.run { call in
      try accounts.store.use(for: call) {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM sessions")
      }
    }
    #expect(left == 0)
  }

  @Test func `the store contains no token, only an irreversible hash`() async throws {
    let accounts = try await accounts()
    let (token, _) = try #require(try await accounts.beginSession(of: octodog))
    let kept = try await Call.run { call in
      try accounts.store.use(for: call) {
        try String.fetchAll($0, sql: "SELECT token_hash FROM sessions")
      }
    }
    #expect(kept == [token.hash])
    #expect(!token.secret.isEqual(to: kept[0]))
  }
}
