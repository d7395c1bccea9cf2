import Conversation
import Synchronization

/// Where work under way leaves its events. One consumer.
package final class Mailbox: Sendable {
  private struct State: Sendable {
    var events: [Event] = []
    /// Resumes who waits for an event; nil where nobody does.
    var waiting: (@Sendable (Event) -> Void)?
  }

  private let state = Mutex(State())
  private let onDelivery: @Sendable () -> Void

  /// - Parameter onDelivery: called after each delivery, from any thread; wakes a poll loop.
  package init(onDelivery: @escaping @Sendable () -> Void = {}) {
    self.onDelivery = onDelivery
  }

  package func deliver(_ event: Event) {
    let waiting = state.withLock { state in
      let waiting = state.waiting
      state.waiting = nil
      if waiting == nil { state.events.append(event) }
      return waiting
    }
    waiting?(event)
    onDelivery()
  }

  /// The oldest event, if there is one now.
  package func take() -> Event? {
    state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
  }

  /// The oldest event, waiting for one where there is none.
  package func next() async -> Event {
    await withCheckedContinuation { continuation in
      let event = state.withLock { state -> Event? in
        if !state.events.isEmpty { return state.events.removeFirst() }
        state.waiting = { continuation.resume(returning: $0) }
        return nil
      }
      if let event { continuation.resume(returning: event) }
    }
  }
}
