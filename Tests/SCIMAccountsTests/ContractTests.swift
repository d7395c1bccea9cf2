import AccountContract
import Accounts
import HTTP
import Testing

@testable import SCIMAccounts

struct ContractTests {
  private func hold(_ quirks: FakeProvider.Quirks) async throws {
    try await AccountServiceContract(
      service: { service(FakeProvider(["Octocat"], quirks: quirks)) },
      unreachable: { service(FakeProvider(before: { _ in throw refused })) },
      taken: Username("Octocat"), sameAsTaken: [Username("octocat"), Username("OCTOCAT")],
      free: [Username("octodog"), Username(#"x" or userName pr"#)],
      remembers: true, checksPasswords: true
    ).hold()
  }

  @Test func `it fulfills the contract of account services`() async throws {
    try await hold(.init())
  }

  @Test func `it fulfills the contract if the provider ignores filters and creates duplicates`()
    async throws
  {
    var quirks = FakeProvider.Quirks()
    quirks.ignoresFilter = true
    quirks.second = .made
    try await hold(quirks)
  }
}
