/// Carries requests over libcurl, on a thread of its own that starts with the first one. Nothing of libcurl
/// is loaded before.
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
      // The caller goes on at once, whatever libcurl is busy with.
      transfer.reply.settle(.failure(CancellationError()))
      loop.giveUp(transfer)
    }
  }
}

/// What is the same for all requests.
struct CurlSettings: Sendable {
  let proxies: Proxies
  /// The file or folder of certificates to trust; `nil` for the system's.
  let certificates: String?
  /// The longest that a connection may take to be made, all of the host's addresses together.
  let connectTimeout: Duration

  init(environment: [String: String], connectTimeout: Duration) {
    proxies = Proxies(environment: environment)
    certificates = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    self.connectTimeout = connectTimeout
  }
}
