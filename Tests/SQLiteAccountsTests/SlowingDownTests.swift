import Accounts
import GRDB
import Secrets
import Testing

@testable import SQLiteAccounts

/// Failed sign-ins at the service.
struct SlowingDownTests {
  private let store = TestStore()
  private let wrong = Secret("wrong")

  /// Fails until the next attempt must wait.
  private func exhaust(_ service: SQLiteAccounts, _ name: String) async throws {
    for _ in 0..<Failures.Rule.byName.free {
      #expect(try await service.signIn(name, wrong) == .wrongCredentials)
    }
  }

  @Test(arguments: ["octocat", "nobody"])
  func `failures delay a name, with or without an account`(name: String) async throws {
    let service = try await store.signedUp()
    try await exhaust(service, name)
    #expect(try await service.signIn(name, wrong) == .tooManyFailures(.seconds(1)))
    #expect(try await service.signIn(name.uppercased(), wrong) == .tooManyFailures(.seconds(1)))
    #expect(try await service.signIn("another", wrong) == .wrongCredentials)
    store.clock.now += 1
    #expect(try await service.signIn(name, wrong) == .wrongCredentials)
    #expect(try await service.signIn(name, wrong) == .tooManyFailures(.seconds(2)))
  }

  @Test func `the right password must wait too, and then resets the count`() async throws {
    let service = try await store.signedUp()
    try await exhaust(service, "octocat")
    #expect(try await service.signIn("octocat") == .tooManyFailures(.seconds(1)))
    store.clock.now += 1
    #expect(try await service.signIn("octocat") == .entered)
    try await exhaust(service, "octocat")
  }

  @Test func `another program's failures count, and a restart forgets none`() async throws {
    try await exhaust(store.service(), "octocat")
    let later = try store.service()
    #expect(try await later.signIn("octocat") == .tooManyFailures(.seconds(1)))
  }

  @Test func `of simultaneous attempts, no more are checked than of successive ones`()
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
    #expect(looked == Failures.Rule.byName.free)
  }

  @Test func `F72 a clock that jumps makes no wait longer than 15 minutes`() async throws {
    let service = try store.service()
    #expect(try await service.signUp("octocat") == .created)
    try await exhaust(service, "octocat")
    for _ in 0..<12 {
      store.clock.now += Failures.Rule.byName.longestWait
      #expect(try await service.signIn("octocat", wrong) == .wrongCredentials)
    }
    store.clock.now -= 1_000_000_000
    #expect(try await service.signIn("octocat") == .tooManyFailures(.seconds(900)))
    store.clock.now += 899
    #expect(try await service.signIn("octocat") == .tooManyFailures(.seconds(1)))
    store.clock.now += 1
    #expect(try await service.signIn("octocat") == .entered)
  }

  @Test func `the table of failures is limited, and keeps the names with the most failures`()
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

  // MARK: - By machine

  /// Fails with different names from a machine.
  private func guess(_ service: SQLiteAccounts, _ times: Int) async throws {
    for number in 0..<times {
      #expect(try await service.signIn("name \(number)", wrong) == .wrongCredentials)
    }
  }

  @Test func `a machine that tries many names is delayed, and other machines are not`()
    async throws
  {
    let (here, there) = (
      try store.service(machine: "192.0.2.1"), try store.service(machine: "192.0.2.2")
    )
    #expect(try await here.signUp("octocat") == .created)
    try await guess(here, Failures.Rule.byMachine.free)
    let slowed = SignInResult.tooManyFailures(.seconds(1), isOfMachine: true)
    #expect(try await here.signIn("one more", wrong) == slowed)
    #expect(try await here.signIn("octocat") == slowed, "the right password must wait too")
    #expect(try await there.signIn("octocat") == .entered)
    store.clock.now += 1
    #expect(try await here.signIn("octocat") == .entered)
  }

  @Test func `a wait by machine counts against no name, and a wait by name against no machine`()
    async throws
  {
    let service = try store.service(machine: "192.0.2.1")
    try await guess(service, Failures.Rule.byMachine.free)
    for _ in 0..<20 {
      #expect(
        try await service.signIn("octocat", wrong)
          == .tooManyFailures(.seconds(1), isOfMachine: true))
    }
    #expect(try await store.service().signIn("octocat", wrong) == .wrongCredentials)
    let other = try store.service(machine: "192.0.2.2")
    try await exhaust(other, "nobody")
    for _ in 0..<60 {
      #expect(try await other.signIn("nobody", wrong) == .tooManyFailures(.seconds(1)))
    }
    #expect(try await other.signIn("somebody", wrong) == .wrongCredentials)
  }

  @Test func `a success forgives the failures for its own name, but not for others`() async throws {
    let service = try await store.signedUp(machine: "192.0.2.1")
    let free = Failures.Rule.byMachine.free
    try await guess(service, free - 3)
    for _ in 0..<2 { #expect(try await service.signIn("octocat", wrong) == .wrongCredentials) }
    #expect(try await service.signIn("octocat") == .entered)
    // The guesses still count, so three more are free.
    for number in 0..<3 {
      #expect(try await service.signIn("other \(number)", wrong) == .wrongCredentials)
    }
    #expect(
      try await service.signIn("octocat") == .tooManyFailures(.seconds(1), isOfMachine: true))
  }

  @Test func `where a user has signed in before, no stranger elsewhere can make the user wait`()
    async throws
  {
    let home = try await store.signedUp(machine: "192.0.2.1")
    #expect(try await home.signIn("octocat") == .entered)
    let stranger = try store.service(machine: "192.0.2.66")
    try await exhaust(stranger, "octocat")
    #expect(try await stranger.signIn("octocat", wrong) == .tooManyFailures(.seconds(1)))
    #expect(try await home.signIn("octocat", wrong) == .wrongCredentials)
    #expect(try await home.signIn("octocat") == .entered)
    try await exhaust(home, "octocat")
    #expect(
      try await home.signIn("octocat") == .tooManyFailures(.seconds(1)),
      "nor can anyone guess there")
  }

  @Test func `at most 16 machines are known for a name, and none after its account is removed`()
    async throws
  {
    #expect(try await store.service().signUp("octocat") == .created)
    for number in 1...18 {
      store.clock.now += 1
      let service = try store.service(machine: "192.0.2.\(number)")
      #expect(try await service.signIn("octocat") == .entered)
    }
    let service = try store.service()
    #expect(try store.rows("SELECT count(*) FROM known_machines") == ["16"])
    #expect(
      try store.rows("SELECT min(last) FROM known_machines") == ["\(store.clock.now - 15)"])
    let account = try #require(try await service.account(of: Username("octocat")))
    #expect(try await service.remove(account))
    #expect(try store.rows("SELECT count(*) FROM known_machines") == ["0"])
  }

  @Test func `a store contains no address`() async throws {
    let service = try store.service(machine: "192.0.2.1")
    #expect(try await service.signIn("octocat", wrong) == .wrongCredentials)
    let rows = try store.rows("SELECT name_hash FROM failures")
    #expect(rows.count == 2 && rows.allSatisfy { $0.count == 64 })
    #expect(
      try store.rows("SELECT count(*) FROM failures WHERE name_hash LIKE '%192.0.2%'") == ["0"])
  }
}
