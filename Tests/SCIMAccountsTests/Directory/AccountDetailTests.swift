import Accounts
import HTTP
import Testing
import Text

@testable import SCIMAccounts

struct AccountDetailTests {
  private func account(_ extra: String) async throws -> Account? {
    let provider = FakeProvider(quirks: .able())
    provider.add(FakeProvider.User(id: "a/b", name: "Octodog", externalID: "x7", extra: extra))
    return try await service(provider).account(of: octodog)
  }

  @Test func `an account has human-readable details`() async throws {
    let account = try #require(
      try await account(
        #"""
        "displayName":"Octo Dog","name":{"givenName":"Octo","formatted":"","familyName":7},
        "emails":[{"value":"a@example.org","type":"work"},{"value":"b@example.org"},{"type":"x"},7],
        "groups":[{"value":"17","display":"Divers"}],"addresses":[{"formatted":"1 Reef"}],
        "title":["Dr","Prof"],"\#(SchemaURN.enterpriseUser)":{"department":"Sea","manager":{"displayName":"K"}},
        """#))
    #expect(account.id == "a/b")
    #expect(account.username.text == "Octodog")
    #expect(account.created == 1_767_225_600)
    #expect(
      account.details == [
        .init("externalId", "x7"), .init("displayName", "Octo Dog"),
        .init("name.givenName", "Octo"),
        .init("title", "Dr"), .init("title", "Prof"), .init("emails", "a@example.org"),
        .init("emails", "b@example.org"), .init("addresses", "1 Reef"), .init("groups", "Divers"),
        .init("department", "Sea"), .init("manager.displayName", "K"),
        .init("lastModified", "2026-01-01T00:00:00Z"),
      ])
  }

  @Test func `passwords, the token and unknown attributes are not shown`() async throws {
    let account = try #require(
      try await account(
        #"""
        "password":"xqzv-kjwp-fmgh-ty9A","title":"Bearer a-test-tok","secret":"s","nickName":
        "\#(String(repeating: "n", count: 300))",
        """#))
    #expect(account.details.map(\.name) == ["externalId", "nickName", "lastModified"])
    #expect(account.details[1].value == String(repeating: "n", count: 199) + "…")
  }

  @Test func `an account that was removed after it was found does not exist`() async throws {
    let provider = FakeProvider(
      ["octodog"], quirks: .able(),
      before: { $0.url.hasSuffix("/Users/old-octodog") ? .json(404, "") : nil })
    #expect(try await service(provider).account(of: octodog) == nil)
  }

  @Test func `two accounts with the same name are an error`() async throws {
    let provider = FakeProvider(["octodog", "OCTODOG"], quirks: .able())
    await #expect(
      throws: DirectoryError.unusable(
        "the SCIM provider at https://scim.test/v2 has 2 accounts with this name; remove all but one, "
          + "and make userName unique")
    ) { try await service(provider).account(of: octodog) }
  }

  @Test func `a response with a different account is an error`() async throws {
    let other = FakeProvider(["cat"])
    let provider = FakeProvider(
      ["octodog"], quirks: .able(),
      before: { $0.url.contains("/Users/") ? other.shown("old-cat") : nil })
    await #expect(throws: DirectoryError.unknown(.nonsense)) {
      try await service(provider).account(of: octodog)
    }
  }

  @Test(arguments: [401, 403])
  func `F61 a refused token is reported to the operator`(status: Int) async throws {
    let provider = FakeProvider(
      quirks: .able(), before: { _ in .json(status, #"{"detail":"a-test-token is bad"}"#) })
    let service = service(provider)
    let account = Account(id: "1", username: octodog, created: nil, isActive: true)
    let error = DirectoryError.unusable(
      "the SCIM provider at https://scim.test/v2 refuses this program: HTTP \(status); give a token "
        + "that may read, change and delete users with --scim-token-file or SIGNUP_BOT_SCIM_TOKEN")
    await #expect(throws: error) { try await service.account(of: octodog) }
    await #expect(throws: error) { try await service.setActive(false, account) }
    await #expect(throws: error) { try await service.remove(account) }
    #expect(try await listing(provider, AccountQuery(isOrderOptional: true)).error == error)
  }
}
