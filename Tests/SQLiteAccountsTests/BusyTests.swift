import Accounts
import GRDB
import Secrets
import Synchronization
import Testing

@testable import SQLiteAccounts

/// Another program that has locked the store. Its time passes only while the service waits.
private final class Holder: Sendable {
  private let other: DatabaseQueue
  /// `nil` if it never unlocks the store.
  private let length: Duration?
  private let time = Mutex(Duration.zero)
  private let isHolding = Mutex(true)

  init(_ store: TestStore, for length: Duration?, sql: String) throws {
    self.length = length
    other = try store.connection()
    try other.run(sql)
  }

  /// The time that the service has waited.
  var waited: Duration { time.withLock { $0 } }

  @Sendable func pass(_ length: Duration) {
    let now = time.withLock { time in
      time += length
      return time
    }
    guard let end = self.length, now >= end else { return }
    isHolding.withLock { isHolding in
      guard isHolding else { return }
      isHolding = false
      try? other.run("ROLLBACK")
    }
  }
}

struct BusyTests {
  private let store = TestStore()

  @Test(arguments: [false, true])
  func `F68 a store that is locked for 2 s is waited for`(isOpen: Bool) async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    let holder = try Holder(store, for: .seconds(2), sql: "BEGIN EXCLUSIVE")
    let service = try store.service(pause: holder.pass)
    if isOpen { #expect(try await service.availability("octodog") == .available) }
    #expect(try await service.signUp("octodog") == .created)
    #expect(holder.waited >= .seconds(2))
    #expect(holder.waited < .seconds(2.1))
    #expect(try store.rows("SELECT name FROM accounts ORDER BY id") == ["octocat", "octodog"])
  }

  @Test(arguments: [(10, 5.0), (5, 4.0), (1, 0.8)])
  func `F68 the wait for a store that stays locked ends within the timeout, and after 5 s at most`(
    timeout: Int, limit: Double
  ) async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    let holder = try Holder(store, for: nil, sql: "BEGIN IMMEDIATE")
    let service = try store.service(timeout: .seconds(timeout), pause: holder.pass)
    #expect(try await service.availability("octocat") == .taken, "reading does not wait")
    #expect(try await service.signUp("octodog") == .notAsked(.storeBusy))
    #expect(holder.waited <= .seconds(limit))
    #expect(holder.waited > .seconds(limit - 0.05))
    let before = holder.waited
    #expect(try await service.signIn("octocat") == .unknown(.storeBusy))
    #expect(holder.waited - before <= .seconds(limit))
  }

  @Test func `F68 while the store can't even be read, nothing is known and nothing damaged`()
    async throws
  {
    #expect(try await store.service().signUp("octocat") == .created)
    let other = try store.lockedByAnother()
    let service = try store.service(pause: { _ in })
    #expect(try await service.availability("octocat") == .unknown(.storeBusy))
    #expect(try await service.signUp("octodog") == .notAsked(.storeBusy))
    #expect(try await service.signIn("octocat") == .unknown(.storeBusy))
    try other.run("ROLLBACK")
    try other.close()
    #expect(try await service.availability("octocat") == .taken)
    #expect(try await service.signUp("octodog") == .created)
  }

  @Test func `a cancelled call stops waiting`() async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    let waits = Mutex(0)
    let task = Mutex<Task<SignUpResult, any Error>?>(nil)
    let holder = try Holder(store, for: nil, sql: "BEGIN IMMEDIATE")
    let service = try store.service(
      runsInline: false,
      pause: { length in
        waits.withLock { $0 += 1 }
        task.withLock { $0 }?.cancel()
        holder.pass(length)
      })
    let signUp = task.withLock { task in
      let started = Task { try await service.signUp("octodog") }
      task = started
      return started
    }
    #expect((try? await signUp.value) != .created)
    #expect(waits.withLock { $0 } == 1)
  }
}
