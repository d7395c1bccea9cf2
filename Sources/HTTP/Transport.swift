/// Sends one request and returns its response, without retries, redirects or a deadline.
protocol Transport: Sendable {
  /// Sends a request. Throws `HTTPFailure`, or any error if its task is cancelled.
  ///
  /// - Parameters:
  ///   - address: the destination; it replaces the request's own URL.
  ///   - trace: notified before any part of the request is sent.
  func carry(
    _ request: HTTPRequest, to address: WebAddress, _ trace: Trace
  ) async throws -> HTTPResponse
}
