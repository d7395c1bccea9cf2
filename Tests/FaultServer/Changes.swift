import Synchronization
import TestSupport

/// The awaited condition did not become true within the limit.
package struct StillWaiting: Error {}

/// Notifies the tasks that wait for a state when it changes.
package final class Changes: Sendable {
  private struct State {
    var next = 0
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  package func tell() {
    for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.yield() }
  }

  /// Returns a stream with one element for one or more changes from now on.
  package func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }
}

extension Deadline {
  /// Waits until a condition holds, evaluating it after each change.
  ///
  /// - Throws: `StillWaiting` if it doesn't hold within the limit.
  package static func wait(
    on changes: Changes, until condition: @escaping @Sendable () -> Bool
  ) async throws {
    let stream = changes.stream()
    if condition() { return }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in stream where condition() { return true }
        return condition()
      }
      group.addTask {
        try await ContinuousClock().sleep(for: limit)
        return condition()
      }
      defer { group.cancelAll() }
      guard try await group.next() == true else { throw StillWaiting() }
    }
  }
}
