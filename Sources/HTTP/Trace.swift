import Synchronization

/// Records whether a request may have been sent, for callers that give up on it.
final class Trace: Sendable {
  private let flag = Atomic(false)

  /// Whether any part of the request may have reached the server.
  var mayHaveArrived: Bool { flag.load(ordering: .acquiring) }
  func leaves() { flag.store(true, ordering: .releasing) }
}
