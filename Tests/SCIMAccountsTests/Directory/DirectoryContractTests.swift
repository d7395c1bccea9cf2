import AccountContract
import Accounts
import Testing

@testable import SCIMAccounts

struct DirectoryContractTests {
  typealias Contract = AccountDirectoryContract<SCIMAccounts>
  typealias Quirks = FakeProvider.Quirks

  private func check(
    _ rule: Contract.Rule, pageSize: Int, _ quirks: Quirks = .able()
  ) async throws {
    try await Contract(
      service: { service(FakeProvider(quirks: quirks)) },
      unreachable: { service(FakeProvider(before: { _ in throw refused })) },
      pages: { SCIMPages($0, $1, size: pageSize) }
    ).check(rule)
  }

  @Test(arguments: Contract.Rule.allCases, [1, 2, 3, 5, 12, 100])
  func `it meets the contract of account directories`(rule: Contract.Rule, pageSize: Int)
    async throws
  {
    try await check(rule, pageSize: pageSize)
  }

  @Test(arguments: Contract.Rule.allCases, [1, 3])
  func `it meets the contract if the provider returns fewer accounts than requested`(
    rule: Contract.Rule, pageSize: Int
  ) async throws {
    var quirks = Quirks.able()
    quirks.pageSize = pageSize
    try await check(rule, pageSize: 100, quirks)
  }

  @Test(arguments: Contract.Rule.allCases)
  func `F62 it meets the contract if the provider ignores filters`(rule: Contract.Rule)
    async throws
  {
    var quirks = Quirks.able()
    quirks.ignoresFilter = true
    try await check(rule, pageSize: 3, quirks)
  }

  @Test(arguments: Contract.Rule.allCases)
  func `it meets the contract if the provider refuses filters and patches`(rule: Contract.Rule)
    async throws
  {
    var quirks = Quirks.able(patch: false, changes: .init(patch: .answers(501)))
    quirks.refusesFilter = true
    try await check(rule, pageSize: 3, quirks)
  }
}
