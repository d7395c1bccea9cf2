#if HTTP
  /// The way to servers over AsyncHTTPClient. Nothing is started before the first request: no thread, no
  /// event loop, no reading of certificates. What was started ends with the last reference, or by `shutDown`.
  package final class AHCExchange: HTTPExchange {
    private let transport: AHCTransport
    private let exchange: PatientExchange<AHCTransport>

    /// - Parameters:
    ///   - environment: names the proxies as curl reads them (`https_proxy`, `HTTPS_PROXY`, `http_proxy`,
    ///     `all_proxy`, `ALL_PROXY`, `no_proxy`, `NO_PROXY`), and by `SSL_CERT_FILE` the certificates to
    ///     trust in place of the system's: a file in PEM, or a folder.
    ///   - clock: what the deadline, the pauses and the waits are measured on.
    ///   - random: where the pauses' lengths come from.
    ///   - connectTimeout: the longest that a connection may take to be made. It goes by the wall, as all in
    ///     the event loop does, and no longer than a call's deadline is best: a later call waits for a
    ///     connection that is being made.
    package init(
      environment: [String: String], clock: any Clock<Duration>,
      random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
      patience: Patience = Patience(), connectTimeout: Duration = .seconds(10)
    ) {
      transport = AHCTransport(environment: environment, connectTimeout: connectTimeout)
      exchange = PatientExchange(
        transport: transport, clock: clock, jitter: Jitter(random), patience: patience)
    }

    package func send(
      _ request: HTTPRequest, within timeout: Duration
    ) async throws -> HTTPResponse {
      try await exchange.send(request, within: timeout)
    }

    /// Closes all connections and ends the thread. Calls under way fail, and so do later ones.
    package func shutDown() async { await transport.clients.shutDown() }
  }
#endif
