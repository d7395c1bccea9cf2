import AccountContract
import Accounts
import HTTP
import ScimServer
import Secrets
import Synchronization
import Testing
import Text

@testable import SCIMAccounts

/// One new provider of the suite's server.
struct RealProvider {
  /// A call shares its threads with a thousand other tests, and goes on when its turn comes.
  static let patience = Duration.seconds(600)

  let url: String
  let token: Secret
  let exchange: any HTTPExchange

  init() throws {
    let server = try #require(ScimServer.current)
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

  /// All accounts that there are, as the provider itself shows them.
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

/// Loses the answer to the first account that is made.
final class LosingExchange: HTTPExchange {
  private let exchange: any HTTPExchange
  private let state = Mutex((isDeaf: false, isOver: false))

  init(_ exchange: any HTTPExchange) { self.exchange = exchange }

  /// Loses nothing from now on.
  func hear() { state.withLock { $0 = (false, true) } }

  func send(_ request: HTTPRequest, within timeout: Duration) async throws -> HTTPResponse {
    if state.withLock({ $0.isDeaf }) { throw lost }
    let response = try await exchange.send(request, within: timeout)
    guard request.method == .post, state.withLock({ !$0.isOver }) else { return response }
    state.withLock { $0.isDeaf = true }
    throw lost
  }
}
