import Accounts
import HTTP
import Secrets
import Synchronization
import Testing
import Text

@testable import SCIMAccounts

/// F64: the result of a sign-up is determined, however its response was lost.
struct LostReplyTests {
  /// Loses the response to the first creation of an account and all later responses until `hear` is
  /// called.
  static func losing(
    _ failure: any Error = lost, quirks: FakeProvider.Quirks = .init(), whenMade: Bool = true
  ) -> (provider: FakeProvider, exchange: FakeProvider, hear: @Sendable () -> Void) {
    let provider = FakeProvider(quirks: quirks)
    let isDeaf = Flag()
    let isOver = Flag()
    let exchange = FakeProvider(before: { request in
      if isDeaf.isSet && !isOver.isSet { throw failure }
      if request.method == .post && !isOver.isSet {
        isDeaf.isSet = true
        if whenMade { _ = try await provider.send(request, within: .seconds(1)) }
        throw failure
      }
      return try await provider.send(request, within: .seconds(1))
    })
    return (provider, exchange, { isOver.isSet = true })
  }

  @Test func `F64 after a lost response, the account is looked up at once`() async throws {
    let provider = FakeProvider(after: { request in
      if request.method == .post { throw lost }
      return nil
    })
    #expect(try await service(provider).signUp(registration).isSignedUp)
    #expect(provider.users.count == 1)
    #expect(provider.requests.count { $0.hasPrefix("POST") } == 1)
  }

  @Test func `F64 repeating the sign-up finds the account and does not create another`()
    async throws
  {
    let (provider, exchange, hear) = Self.losing()
    let service = service(exchange)
    #expect(try await service.signUp(registration) == .unknown(.unreachable))
    #expect(provider.users.count == 1)
    hear()
    #expect(try await service.signUp(registration).isSignedUp)
    #expect(provider.users.count == 1)
    #expect(provider.bodies.count == 1)
    #expect(service.page(of: octodog) == FakeProvider.base + "/Users/1")
  }

  @Test func `F64 the account is found once, and is taken from then on`() async throws {
    let (_, exchange, hear) = Self.losing()
    let service = service(exchange)
    _ = try await service.signUp(registration)
    hear()
    #expect(try await service.signUp(registration).isSignedUp)
    #expect(try await service.signUp(registration) == .taken)
  }

  @Test func `F64 if no account was created, repeating the sign-up creates one`() async throws {
    let (provider, exchange, hear) = Self.losing(late, whenMade: false)
    let service = service(exchange)
    #expect(try await service.signUp(registration) == .unknown(.timedOut))
    #expect(try await service.signUp(registration) == .unknown(.timedOut))
    #expect(provider.users.isEmpty)
    hear()
    #expect(try await service.signUp(registration).isSignedUp)
    #expect(provider.users.count == 1)
  }

  @Test func `F64 both attempts have the same id, so a delayed account is recognized as ours`()
    async throws
  {
    let (provider, exchange, hear) = Self.losing(whenMade: false)
    let service = service(exchange)
    _ = try await service.signUp(registration)
    let first = try #require(exchange.bodies.first)
    hear()
    // The first request arrives after all.
    _ = try await provider.send(
      HTTPRequest(
        .post, FakeProvider.base + "/Users",
        authorization: .bearer(Secret(FakeProvider.token)), body: first), within: .seconds(1))
    #expect(try await service.signUp(registration).isSignedUp)
    #expect(provider.users.count == 1)
  }

  @Test(arguments: [FakeProvider.Second.refused, .made])
  func `F62 F64 if an intermediary duplicates the request, one account is created`(
    second: FakeProvider.Second
  ) async throws {
    let provider = FakeProvider(quirks: .init(second: second))
    let proxy = FakeProvider(before: { request in
      if request.method == .post { _ = try await provider.send(request, within: .seconds(1)) }
      return try await provider.send(request, within: .seconds(1))
    })
    #expect(try await service(proxy).signUp(registration).isSignedUp)
    #expect(provider.users.map(\.id) == ["1"])
  }

  @Test func `F64 repeating with another password reports that the account has the earlier one`()
    async throws
  {
    let (provider, exchange, hear) = Self.losing()
    let service = service(exchange)
    _ = try await service.signUp(registration)
    hear()
    let other = Registration(username: octodog, password: Secret("another-password-7"))
    #expect(try await service.signUp(other) == .refused(.earlierPassword))
    #expect(try await service.signUp(other) == .refused(.earlierPassword))
    #expect(provider.users.count == 1)
    #expect(try await service.signUp(registration).isSignedUp)
    #expect(try await service.signUp(other) == .taken)
  }

  @Test func `F64 another user's account is not taken over`() async throws {
    let (provider, exchange, hear) = Self.losing(whenMade: false)
    let service = service(exchange)
    _ = try await service.signUp(registration)
    provider.add(.init(id: "9", name: "octodog", externalID: "theirs"))
    hear()
    #expect(try await service.signUp(registration) == .taken)
    #expect(provider.users.map(\.id) == ["9"])
  }

  @Test func `F64 if the provider stores no marks, the result stays unknown`() async throws {
    let (provider, exchange, hear) = Self.losing(quirks: .init(keepsExternalID: false))
    let service = service(exchange)
    _ = try await service.signUp(registration)
    hear()
    #expect(try await service.signUp(registration) == .unknown(.nonsense))
    #expect(try await service.signUp(registration) == .unknown(.nonsense))
    #expect(provider.users.count == 1)
  }

  @Test func `F64 a sign-up that is cancelled after sending is recognized at once`()
    async throws
  {
    let (sent, isSent) = AsyncStream.makeStream(of: Void.self)
    let (never, _) = AsyncStream.makeStream(of: Never.self)
    let first = Once()
    let provider = FakeProvider(after: { request in
      if request.method == .post && first() {
        isSent.finish()
        for await _ in never {}
        throw CancellationError()
      }
      return nil
    })
    let service = service(provider)
    let task = Task { try await service.signUp(registration) }
    for await _ in sent {}
    task.cancel()
    #expect(try await service.signUp(registration).isSignedUp)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await service.signUp(registration) == .taken)
    #expect(provider.users.count == 1)
  }

  @Test func `F64 a new conversation does not learn of another conversation's sign-ups`()
    async throws
  {
    let (provider, exchange, hear) = Self.losing()
    let service = service(exchange)
    _ = try await service.signUp(registration)
    hear()
    let another = service.forNewConversation()
    let other = Registration(username: octodog, password: Secret("another-password-7"))
    #expect(try await another.signUp(other) == .taken)
    #expect(try await another.signUp(registration) == .taken)
    #expect(try await service.signUp(registration).isSignedUp)
    #expect(another.page(of: octodog) == nil)
    #expect(provider.users.count == 1)
    #expect(exchange.requests.count { $0 == "GET /ServiceProviderConfig" } == 1)
  }

  @Test func `F64 an attempt that can't have arrived is forgotten`() async throws {
    let first = Once()
    let provider = FakeProvider(before: { request in
      if request.method == .post && first() { throw refused }
      return nil
    })
    let service = service(provider)
    #expect(try await service.signUp(registration) == .notAsked(.unreachable))
    provider.add(.init(id: "9", name: "octodog"))
    #expect(try await service.signUp(registration) == .taken)
  }
}
