import Accounts
import FaultServer
import HTTP
import Secrets
import Synchronization
import Testing

/// An exchange with what a test needs to observe it. Pauses between tries pass at once, and the
/// deadline comes when the test moves the clock.
struct Asking {
  let clock = ManualClock(passing: .seconds(5))
  let exchange: CurlExchange
  private let heard = Heard()

  private final class Heard: Sendable {
    let notices = Mutex<[ServiceNotice]>([])
  }

  init(_ environment: [String: String] = [:]) {
    exchange = CurlExchange(
      environment: environment, clock: clock, random: SplitMix64(seed: 1),
      // On a busy machine, much time can pass between two requests.
      idleTimeout: .seconds(86_400))
  }

  /// The notices that were posted during the calls.
  var notices: [ServiceNotice] { heard.notices.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let heard = heard
    let listener: @Sendable (ServiceNotice) -> Void = { notice in
      heard.notices.withLock { $0.append(notice) }
    }
    return try await ServiceNotice.$listener.withValue(ServiceNotice.Listener(listener)) {
      try await exchange.send(request, within: .seconds(10))
    }
  }

  func get(_ url: String) async throws -> HTTPResponse { try await send(HTTPRequest(.get, url)) }

  func post(_ url: String) async throws -> HTTPResponse {
    try await send(HTTPRequest(.post, url, body: Secret("{}")))
  }

  /// Sends a request that must fail, and returns its failure.
  func failure(_ request: HTTPRequest) async throws -> HTTPFailure {
    try #require(await #expect(throws: HTTPFailure.self) { try await send(request) })
  }

  func failure(_ url: String) async throws -> HTTPFailure {
    try await failure(HTTPRequest(.get, url))
  }
}
