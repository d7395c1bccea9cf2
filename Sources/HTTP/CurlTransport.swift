/// Sends requests with libcurl on a dedicated thread. The first request starts the thread and loads
/// libcurl.
final class CurlTransport: Transport {
  private let loop = CurlLoop()
  private let settings: CurlSettings

  init(_ settings: CurlSettings) { self.settings = settings }

  deinit { loop.close() }

  func carry(
    _ request: HTTPRequest, to address: WebAddress, _ trace: Trace
  ) async throws -> HTTPResponse {
    let transfer = CurlTransfer(
      request, to: address, headers: try HeaderList(request), settings, trace)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        transfer.reply.wait(continuation)
        loop.start(transfer)
      }
    } onCancel: {
      // The caller continues at once, even if libcurl is busy.
      transfer.reply.settle(.failure(CancellationError()))
      loop.giveUp(transfer)
    }
  }
}

/// The settings that all requests share.
struct CurlSettings: Sendable {
  let proxies: Proxies
  /// The file or directory of certificates to trust; `nil` for the system's.
  let certificates: String?
  /// The maximum time to establish a connection, for all of the host's addresses together.
  let connectTimeout: Duration
  /// How long an unused connection can be used again, in whole seconds.
  let idleTimeout: Duration

  init(environment: [String: String], connectTimeout: Duration, idleTimeout: Duration) {
    proxies = Proxies(environment: environment)
    certificates = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    self.connectTimeout = connectTimeout
    self.idleTimeout = idleTimeout
  }
}
