import Synchronization

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

/// Records whether a request may have been sent, for callers that give up on it.
final class Trace: Sendable {
  private let flag = Atomic(false)

  /// Whether any part of the request may have reached the server.
  var mayHaveArrived: Bool { flag.load(ordering: .acquiring) }
  func leaves() { flag.store(true, ordering: .releasing) }
}
