import Synchronization

/// One call under way, as the thread that works for it sees it: whether anybody still wants it, and how
/// long it has waited for other programs.
final class Call: Sendable {
  private let cancelled = Atomic(false)
  private let waited = Mutex(Duration.zero)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }

  /// Takes some time out of what a call may wait; false when there is not so much left.
  func spend(_ time: Duration, of limit: Duration) -> Bool {
    waited.withLock { waited in
      guard waited + time <= limit else { return false }
      waited += time
      return true
    }
  }

  /// Runs an operation that is told when its task is cancelled.
  static func run<Answer: Sendable>(
    _ operation: (Call) async throws -> Answer
  ) async throws -> Answer {
    try Task.checkCancellation()
    let call = Call()
    return try await withTaskCancellationHandler {
      try await operation(call)
    } onCancel: {
      call.cancel()
    }
  }
}
