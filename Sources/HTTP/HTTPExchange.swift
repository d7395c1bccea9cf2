/// Sends requests to servers. Each call returns one response, however many tries it takes.
package protocol HTTPExchange: Sendable {
  /// Sends a request and waits for the complete response, whatever its status.
  ///
  /// GET requests are retried before the deadline, up to a maximum number of tries, and their
  /// redirects are followed within the URL's own scheme, host and port. All other requests are sent
  /// only once, and a redirect is returned as the response.
  ///
  /// Throws `HTTPFailure`, or `CancellationError` if the task is cancelled.
  ///
  /// - Parameter timeout: the maximum duration of the whole call, including retries.
  func send(_ request: HTTPRequest, within timeout: Duration) async throws -> HTTPResponse
}
