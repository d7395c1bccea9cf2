import AccountContract
import Accounts
import Testing

@testable import SCIMAccounts

struct DirectoryContractTests {
  private func hold(_ quirks: FakeProvider.Quirks, pageSize: Int = 100) async throws {
    try await AccountDirectoryContract(
      service: { service(FakeProvider(quirks: quirks)) },
      unreachable: { service(FakeProvider(before: { _ in throw refused })) },
      pages: { Listing($0, $1, size: pageSize) }
    ).hold()
  }

  @Test(arguments: [1, 2, 3, 5, 12, 100])
  func `it fulfills the contract of account directories`(pageSize: Int) async throws {
    try await hold(.able(), pageSize: pageSize)
  }

  @Test(arguments: [1, 3])
  func `it fulfills the contract if the provider returns fewer accounts than requested`(
    pageSize: Int
  ) async throws {
    var quirks = FakeProvider.Quirks.able()
    quirks.pageSize = pageSize
    try await hold(quirks)
  }

  @Test func `F62 it fulfills the contract if the provider ignores filters`() async throws {
    var quirks = FakeProvider.Quirks.able()
    quirks.ignoresFilter = true
    try await hold(quirks, pageSize: 3)
  }

  @Test func `it fulfills the contract if the provider refuses filters and patches`() async throws {
    var quirks = FakeProvider.Quirks.able(patch: false)
    quirks.refusesFilter = true
    quirks.changes.patch = .answers(501)
    try await hold(quirks, pageSize: 3)
  }
}
