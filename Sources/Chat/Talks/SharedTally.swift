import Synchronization

/// The outcomes of a run's conversations so far. Safe to use from any thread.
final class SharedTally: Sendable {
  private let tally = Mutex(Tally())

  var summary: String { tally.withLock { $0.summary } }
  var status: Int32 { tally.withLock { $0.status } }
  var conversations: Int { tally.withLock { $0.conversations } }

  func change(_ body: (inout Tally) -> Void) {
    tally.withLock { body(&$0) }
  }
}
