import Accounts
import FaultServer
import HTTP
import Secrets
import Synchronization
import Testing
import Text

@testable import SCIMAccounts

/// The service over real sockets, with a faulty server.
struct FaultTests {
  typealias Play = FaultServer.Play

  private let clock = ManualClock(passing: .seconds(5))

  private func service(_ url: String) -> SCIMAccounts {
    SCIMAccounts(
      exchange: CurlExchange(environment: [:], clock: clock, random: SplitMix64(seed: 1)),
      url: url + "/v2", token: Secret(FakeProvider.token), timeout: .seconds(60), clock: clock)
  }

  /// Returns the response of an in-memory provider, to be sent over the wire.
  private static func play(_ provider: FakeProvider, _ request: FaultServer.Request) -> Play {
    let method = HTTPRequest.Method(rawValue: request.method) ?? .get
    let asked = HTTPRequest(
      method, FakeProvider.base + request.target.dropFirst("/v2".count),
      authorization: request.header("Authorization").map {
        .bearer(Secret(String($0.dropFirst("Bearer ".count))))
      }, body: request.body.isEmpty ? nil : Secret(request.text))
    let response = provider.answer(asked)
    return .reply(
      status: response.status, headers: response.headers.map { ($0.name, $0.value) },
      body: response.body)
  }

  @Test func `F27 a name is escaped on the wire`() async throws {
    let provider = FakeProvider(["octocat"])
    let server = try FaultServer { Self.play(provider, $0) }
    let service = service(server.url)
    let name = Username(#"x" or userName pr"#)
    #expect(try await service.availability(of: name) == .available)
    #expect(
      server.requests.last?.target
        == "/v2/Users?filter=userName%20eq%20%22x%5C%22%20or%20userName%20pr%22"
        + "&startIndex=1&count=100")
    #expect(
      try await service.signUp(Registration(username: name, password: password)).isSignedUp)
    #expect(provider.users.last?.name == name.text)
  }

  @Test func `a complete sign-up works over the wire, with the token and the media type`()
    async throws
  {
    let provider = FakeProvider(["octocat"])
    let server = try FaultServer { Self.play(provider, $0) }
    let service = service(server.url)
    #expect(try await service.availability(of: octodog) == .available)
    #expect(try await service.signUp(registration).isSignedUp)
    #expect(try await service.signUp(registration) == .taken)
    #expect(
      try await service.signIn(
        Credentials(username: octodog, password: password)
      ).isSignedIn)
    let post = try #require(server.requests.first { $0.method == "POST" })
    #expect(post.header("Content-Type") == "application/scim+json")
    #expect(post.header("Authorization") == "Bearer " + FakeProvider.token)
    #expect(server.requests.allSatisfy { !$0.target.contains("xqzv") })
  }

  @Test func `F52 if the port is closed, no one is signed up`() async throws {
    let closed = try FaultServer.refusing()
    let service = service(closed.url)
    #expect(try await service.availability(of: octodog) == .unknown(.unreachable))
    #expect(try await service.signUp(registration) == .notAsked(.unreachable))
    let nowhere = self.service("http://no-such-host.invalid")
    #expect(try await nowhere.availability(of: octodog) == .unknown(.unreachable))
  }

  @Test func `F53 a provider that never responds times out at the deadline`() async throws {
    for play in [Play.silence, .drip(Array("HTTP/1.1 200 OK\r\n".utf8), milliseconds: 500)] {
      let server = try FaultServer([play])
      let service = service(server.url)
      let answer = Task { try await service.availability(of: octodog) }
      try await server.wait { !$0.requests.isEmpty }
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(60))
      #expect(try await answer.value == .unknown(.timedOut))
    }
  }

  @Test(arguments: [
    ("reset", Play.reset), ("no reply", .noReply), ("garbage", .garbage),
    ("short body", .shortBody), ("short head", .shortHead),
  ])
  func `F54 only reads are retried, and a broken response means an unknown result`(
    _ name: String, _ play: Play
  ) async throws {
    let server = try FaultServer([play])
    let answer = try await service(server.url).availability(of: octodog)
    #expect(!answer.isKnown)
    #expect(server.requests.count > 1)

    let provider = FakeProvider()
    let isBroken = Mutex(true)
    let other = try FaultServer { request in
      request.method == "POST" && isBroken.withLock { $0 } ? play : Self.play(provider, request)
    }
    let service = service(other.url)
    guard case .unknown = try await service.signUp(registration) else {
      Issue.record("a broken response gave a definite result")
      return
    }
    #expect(other.requests.count { $0.method == "POST" } == 1)
    isBroken.withLock { $0 = false }
    #expect(try await service.signUp(registration).isSignedUp)
    let bodies = other.requests.filter { $0.method == "POST" }.map(\.text)
    #expect(bodies.count == 2 && bodies[0] == bodies[1])
  }

  @Test func `F58 the token is not sent to another host`() async throws {
    let other = try FaultServer([.status(200)])
    let server = try FaultServer([.redirect(to: other.url + "/v2/Users")])
    #expect(
      try await service(server.url).availability(of: octodog) == .unknown(.notTheService))
    #expect(other.requests.isEmpty)
  }

  @Test func `F64 a sign-up that timed out`() async throws {
    let provider = FakeProvider()
    let isSlow = Mutex(true)
    let server = try FaultServer { request in
      let play = Self.play(provider, request)
      return request.method == "POST" && isSlow.withLock { $0 } ? .silence : play
    }
    let service = service(server.url)
    let answer = Task { try await service.signUp(registration) }
    try await server.wait { $0.requests.contains { $0.method == "POST" } }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(60))
    #expect(try await answer.value == .unknown(.timedOut))
    isSlow.withLock { $0 = false }
    #expect(try await service.signUp(registration).isSignedUp)
    #expect(provider.users.count == 1)
  }
}
