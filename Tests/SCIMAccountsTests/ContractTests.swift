import AccountContract
import Accounts
import Testing

@testable import SCIMAccounts

struct ContractTests {
  typealias Contract = AccountServiceContract<SCIMAccounts>

  @Test(arguments: Contract.Rule.allCases, [false, true])
  func `it meets the contract, even if the provider ignores filters and creates duplicates`(
    rule: Contract.Rule, isUnruly: Bool
  ) async throws {
    let quirks = FakeProvider.Quirks(
      ignoresFilter: isUnruly, second: isUnruly ? .made : .refused)
    try await Contract(
      service: { service(FakeProvider(["Octocat"], quirks: quirks)) },
      unreachable: { service(FakeProvider(before: { _ in throw refused })) },
      taken: Username("Octocat"), sameAsTaken: [Username("octocat"), Username("OCTOCAT")],
      free: [Username("octodog"), Username(#"x" or userName pr"#)],
      remembers: true, checksPasswords: true
    ).check(rule)
  }
}
