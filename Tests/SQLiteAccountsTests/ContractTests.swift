import AccountContract
import Accounts
import GRDB
import Secrets
import Synchronization
import Testing

@testable import SQLiteAccounts

/// Keeps the test's objects alive while the test runs.
final class Keeper: Sendable {
  private let kept = Mutex<[any Sendable]>([])

  func keep<Thing: Sendable>(_ thing: Thing) -> Thing {
    kept.withLock { $0.append(thing) }
    return thing
  }
}

struct ContractTests {
  @Test(arguments: [false, true], [false, true])
  func `it meets the contract of account services`(
    inMemory: Bool, runsInline: Bool
  ) async throws {
    let keeper = Keeper()
    try await AccountServiceContract(
      service: {
        let store = keeper.keep(TestStore())
        let service = try store.service(
          path: inMemory ? ":memory:" : nil, runsInline: runsInline)
        _ = try await service.signUp("octocat", AccountServiceContract<SQLiteAccounts>.password)
        return service
      },
      unreachable: {
        let store = keeper.keep(TestStore())
        _ = try await store.service().signUp("octocat")
        _ = keeper.keep(try store.lockedByAnother())
        return try store.service(runsInline: runsInline, pause: { _ in })
      },
      taken: Username("octocat"),
      sameAsTaken: [Username("OctoCat"), Username("OCTOCAT")],
      free: [Username("octodog"), Username("octocat2")],
      remembers: true, checksPasswords: true
    ).hold()
  }
}

extension TestStore {
  /// Returns another program's connection, which keeps all others even from reading.
  func lockedByAnother() throws -> DatabaseQueue {
    let other = try connection()
    try other.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try db.execute(sql: "BEGIN EXCLUSIVE")
    }
    return other
  }
}
