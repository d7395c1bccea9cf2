import Conversation
import Synchronization

/// Where work under way leaves its events, from any thread: the one bridge from the services to the
/// conversation. One thread takes them.
package final class Mailbox: Sendable {
  private let events = Mutex<[Event]>([])
  private let time: any Time
  private let onDelivery: @Sendable () -> Void

  /// - Parameters:
  ///   - time: what `next` waits with.
  ///   - onDelivery: called after each delivery, from any thread; wakes a frontend that waits by itself.
  package init(_ time: any Time, onDelivery: @escaping @Sendable () -> Void = {}) {
    self.time = time
    self.onDelivery = onDelivery
  }

  package func deliver(_ event: Event) {
    events.withLock { $0.append(event) }
    onDelivery()
    time.notify()
  }

  /// The oldest event; `nil` if there is none now.
  package func take() -> Event? {
    events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// The oldest event. Blocks the calling thread until there is one.
  package func next() -> Event {
    while true {
      if let event = take() { return event }
      time.wait()
    }
  }
}
