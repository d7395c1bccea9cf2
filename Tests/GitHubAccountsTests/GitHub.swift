import AccountContract
import Accounts
import FaultServer
import GitHubAccounts
import HTTP
import Secrets

/// A GitHub on loopback with the account `octocat`, and a service that uses it.
struct GitHub {
  let server: FaultServer
  let service: GitHubAccounts
  let clock: ManualClock

  /// The headers in each of GitHub's responses.
  static let sign = [("Server", "github.com"), ("X-GitHub-Request-Id", "C0DE:1:2:3")]

  /// - Parameter answer: Returns the response to a request; `nil` for GitHub's usual response.
  init(
    _ call: GitHubAccounts.SignInCall = .user,
    _ answer: @escaping @Sendable (FaultServer.Request) -> FaultServer.Play? = { _ in nil }
  ) throws {
    let server = try FaultServer { answer($0) ?? Self.answer($0) }
    let clock = ManualClock(passing: .seconds(5))
    self.server = server
    self.clock = clock
    service = Self.service(server.url, call, clock)
  }

  static func service(
    _ url: String, _ call: GitHubAccounts.SignInCall = .user,
    _ clock: any Clock<Duration> = ManualClock(passing: .seconds(5))
  ) -> GitHubAccounts {
    var world = MockAccounts.World()
    world.latency = .zero
    world.failures = .init(0, in: 1)
    return GitHubAccounts(
      exchange: CurlExchange(environment: [:], clock: clock, random: SplitMix64(seed: 1)),
      url: url, apiURL: url + "/api/v3", signInCall: call,
      signUps: MockAccounts(world: world, identity: .caseless, clock: clock),
      timeout: .seconds(10))
  }

  static func answer(_ request: FaultServer.Request) -> FaultServer.Play {
    switch (request.method, request.path.lowercased()) {
    case ("GET", "/octocat"): .html(200, "<title>octocat</title>", sign)
    case ("GET", "/api/v3/user"):
      isOctocat(request)
        ? .json(200, #"{"login":"octocat","id":1,"bio":null,"plan":{"name":"free"}}"#, sign)
        : .json(401, #"{"message":"Bad credentials"}"#, sign)
    case ("POST", "/api/v3/authorizations"):
      isOctocat(request)
        ? .json(201, #"{"token":"abcdefgh12345678"}"#, sign)
        : .json(401, #"{"message":"Bad credentials"}"#, sign)
    case ("GET", "/api/v3/rate_limit"):
      .json(
        200, "{}", sign + [("X-RateLimit-Limit", "60"), ("X-RateLimit-Remaining", "59")])
    default: .html(404, "<title>Page not found</title>", sign)
    }
  }

  /// `octocat:xqzv-kjwp-fmgh-ty9A`, with two spellings of the name.
  private static func isOctocat(_ request: FaultServer.Request) -> Bool {
    let names = ["b2N0b2NhdDp4cXp2LWtqd3AtZm1naC10eTlB", "T2N0b0NhdDp4cXp2LWtqd3AtZm1naC10eTlB"]
    return names.contains { request.header("Authorization") == "Basic " + $0 }
  }

  func availability(_ name: String) async throws -> Availability {
    try await service.availability(of: Username(name))
  }

  func signIn(_ name: String = "octocat") async throws -> SignInResult {
    try await service.signIn(
      Credentials(
        username: Username(name),
        password: AccountServiceContract<GitHubAccounts>.password))
  }
}
