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
