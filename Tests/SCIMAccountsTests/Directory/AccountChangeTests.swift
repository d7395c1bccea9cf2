import Accounts
import HTTP
import Synchronization
import Testing
import Text

@testable import SCIMAccounts

struct AccountChangeTests {
  private static let cat = Account(
    id: "old-cat", username: Username("cat"), created: nil, isActive: true)

  private func provider(_ quirks: FakeProvider.Quirks = .able()) -> FakeProvider {
    FakeProvider(["cat", "dog"], quirks: quirks)
  }

  private func changes(_ provider: FakeProvider) -> [String] {
    provider.requests.filter { !$0.hasPrefix("GET") }
  }

  private func isActive(_ provider: FakeProvider) -> Bool? { provider.users.first?.active }

  @Test func `an account is changed with a patch, and read again`() async throws {
    let provider = provider()
    #expect(try await service(provider).setActive(false, Self.cat))
    #expect(
      provider.requests == [
        "GET /ServiceProviderConfig", "GET /Users/old-cat", "PATCH /Users/old-cat",
        "GET /Users/old-cat",
      ])
    #expect(
      provider.bodies.map(\.plain) == [
        #"{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"#
          + #""Operations":[{"op":"replace","path":"active","value":false}]}"#
      ])
    #expect(isActive(provider) == false)
    #expect(provider.users[1].active == true)
  }

  @Test func `an account that already has the wanted state is not changed`() async throws {
    let provider = provider()
    #expect(try await service(provider).setActive(true, Self.cat))
    #expect(changes(provider).isEmpty)
  }

  @Test func `if patches are not supported, the whole account is replaced and otherwise unchanged`()
    async throws
  {
    for (patch, status) in [(true, 405), (true, 501), (true, 404), (false, 500)] {
      let provider = provider(.able(patch: patch, changes: .init(patch: .answers(status))))
      provider.state.withLock {
        $0.users[0].extra =
          #""Password":"****","x-Own" : {"A":[1.50, 12345678901234567890]},"é\n":"\u00e9","#
      }
      #expect(try await service(provider).setActive(false, Self.cat))
      #expect(isActive(provider) == false)
      let body = try #require(provider.bodies.last?.plain)
      #expect(
        body
          == #"{"active":false,"schemas":["\#(SchemaURN.user)"],"id":"old-cat","userName":"cat","#
          + #""x-Own":{"A":[1.50, 12345678901234567890]},"é\n":"\u00e9","#
          + #""meta":{"created":"2026-01-01T00:00:00Z","lastModified":"2026-01-01T00:00:00Z","#
          + #""location":"https://scim.test/v2/Users/old-cat"}}"#)
    }
  }

  @Test func `concurrent changes by other clients are kept`() async throws {
    let once = Once()
    let provider = provider(.able(patch: false))
    let exchange = FakeProvider(before: { request in
      // Just before the first attempt is written back.
      if request.method == .put && once() {
        #expect(request.header("If-Match") == "W/\"1\"")
        provider.state.withLock { state in
          state.users[0].extra = #""title":"new","#
          state.users[0].version = 2
        }
      }
      return try await provider.send(request, within: .seconds(1))
    })
    #expect(try await service(exchange).setActive(false, Self.cat))
    #expect(changes(provider).count == 2)
    #expect(provider.bodies.last?.json?["title"] == .text("new"))
    #expect(isActive(provider) == false)
  }

  @Test func `changing an account that changes all the time fails after three attempts`()
    async throws
  {
    let provider = provider(.able(patch: false, changes: .init(put: .answers(412))))
    await #expect(throws: DirectoryError.unknown(.nonsense)) {
      try await service(provider).setActive(false, Self.cat)
    }
    #expect(changes(provider).count == 3)
  }

  @Test func `it is an error if the provider doesn't support changes`() async throws {
    let service = service(
      provider(.able(patch: false, changes: .init(put: .answers(405), delete: .answers(501)))))
    await #expect(
      throws: DirectoryError.unsupported(
        "the SCIM provider at https://scim.test/v2 does not support changing accounts")
    ) { try await service.setActive(false, Self.cat) }
    await #expect(
      throws: DirectoryError.unsupported(
        "the SCIM provider at https://scim.test/v2 does not let this program remove accounts: HTTP 501"
      )
    ) { try await service.remove(Self.cat) }
  }

  @Test func `F62 a change that is reported but not made is detected`() async throws {
    for patch in [true, false] {
      let provider = provider(
        .able(
          patch: patch, changes: .init(patch: .pretends, put: .pretends, delete: .pretends)))
      let service = service(provider)
      await #expect(throws: DirectoryError.unknown(.nonsense)) {
        try await service.setActive(false, Self.cat)
      }
      await #expect(throws: DirectoryError.unknown(.nonsense)) {
        try await service.remove(Self.cat)
      }
      #expect(changes(provider).count == 2)
    }
  }

  @Test func `changing an account that does not exist returns false`() async throws {
    let provider = provider()
    let service = service(provider)
    let nobody = Account(
      id: "../old-cat?x#y", username: Username("cat"), created: nil, isActive: true)
    #expect(try await service.setActive(false, nobody) == false)
    #expect(changes(provider).isEmpty)
    #expect(try await service.remove(nobody) == false)
    #expect(provider.requests.last == "DELETE /Users/..%2Fold-cat%3Fx%23y")
    #expect(provider.users.count == 2)
  }

  @Test(arguments: ["", ".", "..", "..."])
  func `an id that could lead to another path is not used`(id: String) async throws {
    let provider = provider()
    let account = Account(id: id, username: octodog, created: nil, isActive: true)
    await #expect(throws: DirectoryError.unknown(.nonsense)) {
      try await service(provider).remove(account)
    }
    await #expect(throws: DirectoryError.unknown(.nonsense)) {
      try await service(provider).setActive(true, account)
    }
    #expect(provider.requests.isEmpty)
  }

  @Test func `the reason for refusing a change is reported, without the token`() async throws {
    let changes = FakeProvider.Changes(
      patch: .answers(400, #"{"detail":"active is fixed"}"#),
      delete: .answers(400, #"{"detail":"no, A-TEST-TOKEN","scimType":"mutability"}"#))
    let service = service(provider(.able(changes: changes)))
    await #expect(
      throws: DirectoryError.unsupported(
        "the SCIM provider at https://scim.test/v2 does not let this program disable accounts: active is fixed"
      )
    ) { try await service.setActive(false, Self.cat) }
    await #expect(
      throws: DirectoryError.unsupported(
        "the SCIM provider at https://scim.test/v2 does not let this program remove accounts: HTTP 400 mutability"
      )
    ) { try await service.remove(Self.cat) }
  }

  @Test func `a disabled account can't sign in`() async throws {
    let provider = provider()
    let service = service(provider)
    let credentials = Credentials(username: Username("cat"), password: password)
    #expect(try await service.setActive(false, Self.cat))
    #expect(try await service.signIn(credentials) == .refused(.accountInactive))
    #expect(try await service.setActive(true, Self.cat))
    #expect(try await service.signIn(credentials).isSignedIn)
  }
}
