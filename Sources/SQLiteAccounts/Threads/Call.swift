import Synchronization

/// A call in progress, as seen by the thread that works on it: whether it was cancelled, and how
/// long it has waited for other programs.
final class Call: Sendable {
  private let cancelled = Atomic(false)
  private let waited = Mutex(Duration.zero)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }

  /// Deducts some time from the time that the call may wait. Returns `false` if there is not enough
  /// left.
  func spend(_ time: Duration, of limit: Duration) -> Bool {
    waited.withLock { waited in
      guard waited + time <= limit else { return false }
      waited += time
      return true
    }
  }

  /// Runs an operation whose `Call` is cancelled when the task is.
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
