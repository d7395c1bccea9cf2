import AccountContract
import Accounts
import HTTP
import ScimServer
import Secrets
import Synchronization
import Testing
import Text

@testable import SCIMAccounts

/// A new provider on one of the suite's servers.
struct RealProvider {
  /// The timeout of a call. It is long because a thousand other tests share the same threads.
  static let patience = Duration.seconds(600)

  let url: String
  let token: Secret
  let exchange: any HTTPExchange

  init(_ kind: ScimServer.Kind = .usual) throws {
    let server = try #require(ScimServer.current[kind])
    (url, token) = (server.url, Secret(server.token))
    exchange = CurlExchange(environment: [:], clock: ContinuousClock())
  }

  func service(
    _ exchange: (any HTTPExchange)? = nil, attributes: SCIMAttributes = SCIMAttributes()
  ) -> SCIMAccounts {
    SCIMAccounts(
      exchange: exchange ?? self.exchange, url: url, token: token, attributes: attributes,
      timeout: RealProvider.patience)
  }

  /// All accounts, as the provider returns them.
  func accounts() async throws -> [JSONValue] {
    try #require(try await get(url + "/Users")["Resources"]?.asList)
  }

  func get(_ url: String) async throws -> JSONValue {
    let request = HTTPRequest(.get, url, authorization: .bearer(token))
    return try #require(
      JSONValue(try await exchange.send(request, within: RealProvider.patience).body))
  }

  func makes(_ name: String, _ password: Secret = password) async throws {
    let registration = Registration(username: Username(name), password: password)
    #expect(try await service().signUp(registration).isSignedUp)
  }
}

/// Loses the response to the first creation of an account, and all later ones.
final class LosingExchange: HTTPExchange {
  private let exchange: any HTTPExchange
  private let state = Mutex((isDeaf: false, isOver: false))

  init(_ exchange: any HTTPExchange) { self.exchange = exchange }

  /// Loses no more responses.
  func hear() { state.withLock { $0 = (false, true) } }

  func send(_ request: HTTPRequest, within timeout: Duration) async throws -> HTTPResponse {
    if state.withLock({ $0.isDeaf }) { throw lost }
    let response = try await exchange.send(request, within: timeout)
    guard request.method == .post, state.withLock({ !$0.isOver }) else { return response }
    state.withLock { $0.isDeaf = true }
    throw lost
  }
}
