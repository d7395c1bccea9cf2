import AccountContract
import Accounts
import Testing

@testable import SQLiteAccounts

struct DirectoryContractTests {
  @Test(arguments: [1, 3, 500], [false, true])
  func `it meets the contract of account directories`(
    pageSize: Int, runsInline: Bool
  ) async throws {
    let keeper = Keeper()
    try await AccountDirectoryContract(
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
      pages: { (service: SQLiteAccounts, query) in service.pages(query, size: pageSize) }
    ).hold()
  }
}
