import Synchronization

/// Carries one request to a server and one answer back: no second try, no redirect, no deadline.
protocol Transport: Sendable {
  /// Throws `HTTPFailure`, or anything when its task is cancelled.
  ///
  /// - Parameters:
  ///   - address: where to, in place of the request's own URL.
  ///   - trace: is told once the request may have left.
  func carry(
    _ request: HTTPRequest, to address: WebAddress, _ trace: Trace
  ) async throws -> HTTPResponse
}

/// How far a call has come, for whoever gives it up.
final class Trace: Sendable {
  private let flag = Atomic(false)

  /// Whether anything of the request may have reached the server.
  var mayHaveArrived: Bool { flag.load(ordering: .acquiring) }
  func leaves() { flag.store(true, ordering: .releasing) }
}
