import AccountContract
import Accounts
import HTTP
import ScimServer
import Secrets
import Testing
import Text

@testable import SCIMAccounts

/// The operations for administrators, at a real provider.
@Suite(.serialized, .scimServer(.usual, .plain)) struct RealDirectoryTests {
  typealias Contract = AccountDirectoryContract<SCIMAccounts>

  @Test(arguments: Contract.Rule.allCases, [1, 3, 100])
  func `it meets the contract of account directories`(
    rule: Contract.Rule, pageSize: Int
  ) async throws {
    let answers = [
      Answer("email", "ann@example.org"), Answer("given", "Ann \"{{username}}\" é漢"),
      Answer("department", "Sea \\ Sky"),
    ]
    let attributes = try SCIMAttributes(
      [],
      questions: [
        question("email", "emails[type eq \"work\"].value"), question("given", "name.givenName"),
        question("department", enterprise + ":department"),
      ])
    try await Contract(
      service: { try RealProvider().service(attributes: attributes) },
      unreachable: {
        try RealProvider().service(FakeProvider(before: { _ in throw refused }))
      },
      pages: { SCIMPages($0, $1, size: pageSize) }, answers: answers,
      // How a provider compares letters is its own affair.
      searchesAnswers: false
    ).check(rule)
  }

  @Test(arguments: [ScimServer.Kind.usual, .plain])
  func `disabling an account changes nothing else`(server: ScimServer.Kind) async throws {
    let provider = try RealProvider(server)
    let attributes = try SCIMAttributes([
      ("emails[0].value", "{{username}}@example.org"), ("displayName", "Octo \"Dog\" é"),
      ("urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", "Sea"),
    ])
    let service = provider.service(attributes: attributes)
    #expect(try await service.signUp(registration).isSignedUp)
    let before = try #require(try await service.account(of: octodog))
    let texts = before.details.map { "\($0.name)=\($0.value)" }
    #expect(texts.contains("emails=octodog@example.org"))
    #expect(texts.contains("displayName=Octo \"Dog\" é"))
    #expect(texts.contains("department=Sea"))
    #expect(try await service.setActive(false, before))
    let after = try #require(try await service.account(of: octodog))
    #expect(!after.isActive)
    #expect(after.created == before.created)
    // The last detail is the time of the modification.
    #expect(after.details.dropLast() == before.details.dropLast())
    let credentials = Credentials(username: octodog, password: password)
    #expect(try await service.signIn(credentials) == .refused(.accountInactive))
    #expect(try await service.setActive(true, after))
    #expect(try await service.signIn(credentials).isSignedIn)
  }

  @Test func `F27 the search text is escaped`() async throws {
    let provider = try RealProvider()
    let names = [#"x" or userName pr"#, #"x\" or userName pr"#, "octocat"]
    for name in names { try await provider.makes(name) }
    for name in names {
      let found = try await listed(provider.service(), AccountQuery(search: name))
      #expect(found.map(\.username.text) == [name])
    }
  }

  @Test func `each of many accounts is listed exactly once`() async throws {
    let provider = try RealProvider()
    let names = (0..<25).map { "octo\($0 + 10)" }
    for name in names.reversed() { try await provider.makes(name) }
    let service = provider.service()
    let named = try await listed(service, AccountQuery(), size: 10)
    #expect(named.map(\.username.text) == names)
    let made = try await listed(service, AccountQuery(order: .created), size: 10)
    #expect(made.map(\.username.text) == names.reversed())
    let few = try await listed(
      service, AccountQuery(search: "TO3", isReversed: true, limit: 2))
    #expect(few.map(\.username.text) == ["octo34", "octo33"])
  }

  @Test func `F61 a wrong token is reported to the operator`() async throws {
    let provider = try RealProvider()
    try await provider.makes("octocat")
    let service = SCIMAccounts(
      exchange: provider.exchange, url: provider.url, token: Secret("wrong"),
      timeout: RealProvider.patience)
    await #expect {
      try await service.account(of: Username("octocat"))
    } throws: { error in
      guard case DirectoryError.unusable(let why) = error else { return false }
      return why.contains(provider.url) && !why.contains("wrong")
    }
    #expect(try await provider.accounts().count == 1)
  }

  @Test func `accounts are listed in the provider's own order, and in no other`() async throws {
    let provider = try RealProvider(.plain)
    let names = (0..<10).map { "octo\($0)" }
    for name in names { try await provider.makes(name) }
    let service = provider.service()
    let own = try await listed(service, AccountQuery(isOrderOptional: true))
    #expect(own.count == 10)
    #expect(Set(own.map(\.username.text)) == Set(names))
    await #expect {
      try await listed(service, AccountQuery())
    } throws: { error in
      guard case DirectoryError.unsupported = error else { return false }
      return true
    }
  }
}
