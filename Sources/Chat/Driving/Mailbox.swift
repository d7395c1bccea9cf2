import Conversation
import Runtime
import Synchronization

/// The bridge from the services to the conversation: any thread delivers events, one takes them.
package final class Mailbox: Sendable {
  private let events = Mutex<[Event]>([])
  private let time: any Time
  private let onDelivery: @Sendable () -> Void

  /// - Parameters:
  ///   - time: Does the waiting in `next`.
  ///   - onDelivery: Called after each delivery, from any thread, to wake a frontend that does its
  ///     own waiting.
  package init(_ time: any Time, onDelivery: @escaping @Sendable () -> Void = {}) {
    self.time = time
    self.onDelivery = onDelivery
  }

  package func deliver(_ event: Event) {
    events.withLock { $0.append(event) }
    onDelivery()
    time.notify()
  }

  /// Removes and returns the oldest event, or returns `nil` if there is none yet.
  package func take() -> Event? {
    events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Removes and returns the oldest event. Blocks the calling thread until there is one.
  package func next() -> Event {
    while true {
      if let event = take() { return event }
      time.wait()
    }
  }
}
