import AccountContract
import Accounts
import Testing

@testable import SQLiteAccounts

struct DirectoryContractTests {
  typealias Contract = AccountDirectoryContract<SQLiteAccounts>

  @Test(
    arguments: Contract.Rule.allCases,
    [(1, false), (1, true), (3, false), (3, true), (500, false), (500, true)])
  func `it meets the contract of account directories`(
    rule: Contract.Rule, listing: (pageSize: Int, runsInline: Bool)
  ) async throws {
    let keeper = Keeper()
    let (pageSize, runsInline) = listing
    try await Contract(
      service: {
        let store = keeper.keep(TestStore())
        let service = try store.service(runsInline: runsInline)
        // This call creates the store.
        _ = try await service.availability("somebody")
        return service
      },
      unreachable: {
        let store = keeper.keep(TestStore())
        _ = try await store.service().signUp("octocat")
        _ = keeper.keep(try store.lockedByAnother())
        return try store.service(runsInline: runsInline, pause: { _ in })
      },
      pages: { $0.pages($1, size: pageSize) }
    ).check(rule)
  }
}
