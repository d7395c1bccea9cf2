/// Requests over libcurl. Nothing is loaded or started before the first one. What was started ends with the
/// last reference.
package final class CurlExchange: HTTPExchange {
  private let exchange: PatientExchange<CurlTransport>

  /// - Parameters:
  ///   - environment: names the proxies as curl reads them (`https_proxy`, `HTTPS_PROXY`, `http_proxy`,
  ///     `all_proxy`, `ALL_PROXY`, `no_proxy`, `NO_PROXY`), and by `SSL_CERT_FILE` the certificates to
  ///     trust in place of the system's: a file in PEM, or a folder.
  ///   - clock: measures the deadline, the pauses and the waits.
  ///   - random: decides the pauses' lengths.
  ///   - connectTimeout: the longest that a connection may take to be made. It is measured by the system's
  ///     clock. Of a host with several addresses, an unresponsive one takes half of it.
  package init(
    environment: [String: String], clock: any Clock<Duration>,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    patience: Patience = Patience(), connectTimeout: Duration = .seconds(10)
  ) {
    let settings = CurlSettings(environment: environment, connectTimeout: connectTimeout)
    exchange = PatientExchange(
      transport: CurlTransport(settings), clock: clock, jitter: Jitter(random), patience: patience)
  }

  package func send(
    _ request: HTTPRequest, within timeout: Duration
  ) async throws -> HTTPResponse {
    try await exchange.send(request, within: timeout)
  }
}
