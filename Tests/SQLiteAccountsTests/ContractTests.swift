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
  typealias Contract = AccountServiceContract<SQLiteAccounts>

  @Test(
    arguments: Contract.Rule.allCases,
    [(nil, false), (nil, true), (":memory:", false), (":memory:", true)])
  func `it meets the contract of account services`(
    rule: Contract.Rule, store: (path: String?, runsInline: Bool)
  ) async throws {
    let keeper = Keeper()
    let (path, runsInline) = store
    try await Contract(
      service: {
        let store = keeper.keep(TestStore())
        let service = try store.service(path: path, runsInline: runsInline)
        _ = try await service.signUp("octocat", Contract.password)
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
    ).check(rule)
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
