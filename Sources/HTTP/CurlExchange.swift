/// Sends requests with libcurl. libcurl is loaded, and its thread started, by the first request.
/// The thread ends when the last reference to the exchange is released.
package final class CurlExchange: HTTPExchange {
  private let exchange: PatientExchange<CurlTransport>

  /// - Parameters:
  ///   - environment: the variables that name the proxies, as curl reads them (`https_proxy`,
  ///     `HTTPS_PROXY`, `http_proxy`, `all_proxy`, `ALL_PROXY`, `no_proxy`, `NO_PROXY`).
  ///     `SSL_CERT_FILE` names the certificates to trust instead of the system's: a PEM file or a
  ///     directory.
  ///   - clock: measures the deadline, the pauses between tries and the waits that servers ask for.
  ///   - random: determines the lengths of the pauses.
  ///   - connectTimeout: the maximum time to establish a connection, measured by the system's
  ///     clock. If a host has several addresses, an unresponsive one uses up half of it.
  ///   - idleTimeout: how long an unused connection can be used again, in whole seconds. The default is
  ///     shorter than the idle timeout of most servers and routers.
  package init(
    environment: [String: String], clock: any Clock<Duration>,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    patience: Patience = Patience(), connectTimeout: Duration = .seconds(10),
    idleTimeout: Duration = .seconds(15)
  ) {
    let settings = CurlSettings(
      environment: environment, connectTimeout: connectTimeout, idleTimeout: idleTimeout)
    exchange = PatientExchange(
      transport: CurlTransport(settings), clock: clock, jitter: Jitter(random), patience: patience)
  }

  package func send(
    _ request: HTTPRequest, within timeout: Duration
  ) async throws -> HTTPResponse {
    try await exchange.send(request, within: timeout)
  }
}
