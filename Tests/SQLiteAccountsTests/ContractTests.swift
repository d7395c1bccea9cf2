import AccountContract
import Accounts
import GRDB
import Synchronization
import Testing

@testable import SQLiteAccounts

/// Keeps the test's objects alive while the test runs.
private final class Keeper: Sendable {
  private let kept = Mutex<[any Sendable]>([])

  func keep<Thing: Sendable>(_ thing: Thing) -> Thing {
    kept.withLock { $0.append(thing) }
    return thing
  }
}

struct ContractTests {
  typealias ServiceContract = AccountServiceContract<SQLiteAccounts>
  typealias DirectoryContract = AccountDirectoryContract<SQLiteAccounts>

  private let keeper = Keeper()

  /// Returns a service with a store of its own.
  private func service(path: String? = nil, runsInline: Bool) throws -> SQLiteAccounts {
    try keeper.keep(TestStore()).service(path: path, runsInline: runsInline)
  }

  /// Returns a service whose store another program has locked.
  private func unreachable(runsInline: Bool) async throws -> SQLiteAccounts {
    let store = keeper.keep(TestStore())
    _ = try await store.signedUp()
    _ = keeper.keep(try store.lockedByAnother())
    return try store.service(runsInline: runsInline, pause: { _ in })
  }

  @Test(
    arguments: ServiceContract.Rule.allCases,
    [(nil, false), (nil, true), (":memory:", false), (":memory:", true)])
  func `it meets the contract of account services`(
    rule: ServiceContract.Rule, store: (path: String?, runsInline: Bool)
  ) async throws {
    try await ServiceContract(
      service: {
        let service = try service(path: store.path, runsInline: store.runsInline)
        _ = try await service.signUp("octocat", ServiceContract.password)
        return service
      },
      unreachable: { try await unreachable(runsInline: store.runsInline) },
      taken: Username("octocat"),
      sameAsTaken: [Username("OctoCat"), Username("OCTOCAT")],
      free: [Username("octodog"), Username("octocat2")],
      remembers: true, checksPasswords: true
    ).check(rule)
  }

  @Test(
    arguments: DirectoryContract.Rule.allCases,
    [(1, false), (1, true), (3, false), (3, true), (500, false), (500, true)])
  func `it meets the contract of account directories`(
    rule: DirectoryContract.Rule, listing: (pageSize: Int, runsInline: Bool)
  ) async throws {
    try await DirectoryContract(
      service: {
        let service = try service(runsInline: listing.runsInline)
        // This call creates the store.
        _ = try await service.availability("somebody")
        return service
      },
      unreachable: { try await unreachable(runsInline: listing.runsInline) },
      pages: { $0.pages($1, size: listing.pageSize) }
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
