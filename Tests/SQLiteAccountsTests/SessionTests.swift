import Accounts
import Secrets
import Testing

@testable import SQLiteAccounts

/// Sessions of users who asked to be remembered.
struct SessionTests {
  private let store = TestStore()
  private let octocat = Username("octocat")

  @Test func `a session belongs to its account for 30 days`() async throws {
    let service = try await store.signedUp()
    let (token, session) = try #require(try await service.beginSession(of: Username("OctoCat")))
    #expect(session.username == octocat)
    #expect(session.expires == store.clock.now + 30 * 86_400)
    store.clock.now += 30 * 86_400 - 1
    #expect(try await service.session(of: token) == session)
    store.clock.now += 1
    #expect(try await service.session(of: token) == nil)
  }

  @Test func `ending a session leaves other sessions alone`() async throws {
    let service = try await store.signedUp()
    let (first, _) = try #require(try await service.beginSession(of: octocat))
    let (second, session) = try #require(try await service.beginSession(of: octocat))
    #expect(first.secret != second.secret)
    try await service.endSession(of: first)
    #expect(try await service.session(of: first) == nil)
    #expect(try await service.session(of: second) == session)
  }

  @Test func `a missing account gets no session, and an invented token has none`() async throws {
    let service = try await store.signedUp()
    #expect(try await service.beginSession(of: Username("octodog")) == nil)
    #expect(try await service.session(of: SessionToken()) == nil)
    #expect(SessionToken(Secret("short")) == nil)
    #expect(SessionToken(Secret("G" * 64)) == nil)
  }

  @Test func `a disabled or removed account has no session`() async throws {
    let service = try await store.signedUp()
    let (token, session) = try #require(try await service.beginSession(of: octocat))
    try store.change("UPDATE accounts SET disabled = 1")
    #expect(try await service.session(of: token) == nil)
    #expect(try await service.beginSession(of: octocat) == nil)
    try store.change("UPDATE accounts SET disabled = 0")
    #expect(try await service.session(of: token) == session)
    try store.change("DELETE FROM accounts")
    #expect(try await service.session(of: token) == nil)
    #expect(try store.rows("SELECT count(*) FROM sessions") == ["0"])
  }

  @Test func `the store contains no token, only an irreversible hash`() async throws {
    let service = try await store.signedUp()
    let (token, _) = try #require(try await service.beginSession(of: octocat))
    let kept = try store.rows("SELECT token_hash FROM sessions")
    #expect(kept == [token.hash])
    #expect(!token.secret.isEqual(to: kept[0]))
  }
}
