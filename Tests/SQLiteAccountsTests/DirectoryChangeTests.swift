import Accounts
import GRDB
import Secrets
import Testing

@testable import SQLiteAccounts

struct DirectoryChangeTests {
  private let store = TestStore()
  private let octocat = Username("octocat")

  private func account(_ service: SQLiteAccounts) async throws -> Account {
    try #require(try await service.account(of: octocat))
  }

  @Test func `a disabled account is refused, and says so only with the right password`()
    async throws
  {
    let service = try await store.signedUp()
    #expect(try await service.setActive(false, account(service)))
    #expect(try await service.signIn("octocat") == .refused(.accountInactive))
    #expect(try await service.signIn("octocat", Secret("another")) == .wrongCredentials)
    #expect(try await service.signUp("OctoCat") == .taken)
    #expect(try await service.setActive(true, account(service)))
    #expect(try await service.signIn("octocat") == .entered)
  }

  @Test func `disabling an account ends its sessions, and enabling it does not restore them`()
    async throws
  {
    let service = try await store.signedUp()
    #expect(try await service.signUp("octodog") == .created)
    let (token, _) = try #require(try await service.beginSession(of: octocat))
    let (other, _) = try #require(try await service.beginSession(of: Username("octodog")))
    #expect(try await service.setActive(false, account(service)))
    #expect(try await service.session(of: token) == nil)
    #expect(try await service.setActive(true, account(service)))
    #expect(try await service.session(of: token) == nil)
    #expect(try await service.session(of: other) != nil)
    #expect(try store.rows("SELECT count(*) FROM sessions") == ["1"])
  }

  @Test func `removing an account removes its sessions and its name's failures`() async throws {
    let service = try await store.signedUp()
    let (token, _) = try #require(try await service.beginSession(of: octocat))
    for _ in 0..<Failures.Rule.byName.free {
      _ = try await service.signIn("octocat", Secret("wrong"))
    }
    #expect(try await service.signIn("octocat") == .tooManyFailures(.seconds(1)))
    #expect(try await service.remove(account(service)))
    #expect(try await service.session(of: token) == nil)
    #expect(try store.rows("SELECT count(*) FROM sessions") == ["0"])
    #expect(try store.rows("SELECT count(*) FROM failures") == ["0"])
    #expect(try await service.signUp("octocat") == .created)
    #expect(try await service.signIn("octocat") == .entered)
  }

  @Test func `a user who has signed in gets no session of a later account with the same name`()
    async throws
  {
    let service = try await store.signedUp()
    #expect(try await service.signIn("octocat") == .entered)
    #expect(try await service.remove(account(service)))
    #expect(try await store.service().signUp("OctoCat") == .created)
    #expect(try await service.beginSession(of: octocat) == nil)
    #expect(try store.rows("SELECT count(*) FROM sessions") == ["0"])
    #expect(try await service.signIn("octocat") == .entered)
    #expect(try await service.beginSession(of: octocat) != nil)
  }

  @Test func `a removed account leaves nothing in the file`() async throws {
    let service = try store.service()
    let registration = Registration(
      username: octocat, password: TestStore.password,
      answers: [Answer("email", "planted@example.org"), Answer("about", "planted " * 8_192)])
    #expect(try await service.signUp(registration) == .created)
    let hash = try #require(try store.rows("SELECT password FROM accounts").first)
    #expect(try await service.remove(account(service)))
    try store.connection().run("PRAGMA wal_checkpoint(TRUNCATE)")
    let bytes = try #require(store.scratch.bytes())
    #expect(try store.rows("SELECT count(*) FROM answers") == ["0"])
    for text in [hash, "octocat", "planted"] {
      #expect(!String(decoding: bytes, as: Unicode.ASCII.self).contains(text), "\(text)")
    }
  }

  @Test func `an account reports its current sessions and its failed sign-ins`() async throws {
    let service = try await store.signedUp()
    _ = try await service.beginSession(of: octocat)
    store.clock.now += 1
    _ = try await service.beginSession(of: octocat)
    for _ in 0..<3 { _ = try await service.signIn("octocat", Secret("wrong")) }
    func details() async throws -> [Account.Detail] { try await account(service).details }
    #expect(
      try await details() == [.init("sessions", "2"), .init("recent failed sign-ins", "3")])
    store.clock.now += SQLiteAccounts.sessionLength - 1
    #expect(try await details()[0] == .init("sessions", "1"))
    store.clock.now += 1
    #expect(try await details()[0] == .init("sessions", "0"))
  }

  @Test func `a change waits for another program, for a limited time`() async throws {
    let service = try await store.signedUp()
    let account = try await account(service)
    let other = try store.connection()
    try other.run("BEGIN IMMEDIATE")
    let busy = try store.service(pause: { _ in })
    await #expect(throws: DirectoryError.unknown(.storeBusy)) {
      _ = try await busy.setActive(false, account)
    }
    await #expect(throws: DirectoryError.unknown(.storeBusy)) { _ = try await busy.remove(account) }
    #expect(try await busy.names() == ["octocat"], "listing does not wait for a writer")
    let patient = try store.service(pause: { _ in try? other.run("ROLLBACK") })
    #expect(try await patient.setActive(false, account))
  }

  @Test func `an ID that is not in the store finds no account`() async throws {
    let service = try await store.signedUp()
    for id in ["", "x", "1 OR 1", "2", "99999999999999999999", "-1"] {
      let account = Account(id: id, username: octocat, created: nil, isActive: true)
      #expect(try await service.setActive(false, account) == false, "\(id)")
      #expect(try await service.remove(account) == false, "\(id)")
    }
    #expect(try await account(service).isActive)
  }

  @Test func `a name that no account can have finds no account`() async throws {
    let service = try await store.signedUp()
    for name in ["", "octocat\u{0}", "x" * 70_000] {
      #expect(try await service.account(of: Username(name)) == nil)
    }
  }

  @Test func `a damaged store is unusable, and the error names the file`() async throws {
    let service = try await store.signedUp()
    try store.change("DROP TABLE sessions")
    let account = Account(id: "1", username: octocat, created: nil, isActive: true)
    do {
      _ = try await service.setActive(false, account)
      Issue.record("disabled")
    } catch DirectoryError.unusable(let why) {
      #expect(why.hasPrefix(store.path))
    }
    #expect(try store.rows("SELECT disabled FROM accounts") == ["0"], "all or nothing")
  }
}
