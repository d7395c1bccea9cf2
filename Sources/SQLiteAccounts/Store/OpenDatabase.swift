import GRDB
import Threads

/// A database that is open, and is closed with the last reference.
///
/// GRDB's own object frees a queue of Dispatch's, for which Dispatch needs a thread, and tries for ever where
/// the machine has no room for one. No caller waits for that here: it is left to a thread of its own, and where
/// that can't be had either, the closed object stays in memory.
final class OpenDatabase: Sendable {
  /// Holds the one reference that outlives `init`, and is let go of elsewhere. Unchecked, because that happens
  /// once, after the last use.
  private struct Reference: @unchecked Sendable {
    let queue: Unmanaged<DatabaseQueue>
  }

  private let reference: Reference
  private static let end = BlockingThread()

  init(_ open: () throws -> DatabaseQueue) rethrows {
    reference = Reference(queue: .passRetained(try open()))
  }

  deinit {
    reference.queue._withUnsafeGuaranteedRef { close($0) }
    _ = Self.end.add { [reference] in reference.queue.release() }
  }

  /// Lends the database, for any number of transactions. One use goes on at a time.
  func use<Answer>(_ body: (Database) throws -> Answer) rethrows -> Answer {
    try reference.queue._withUnsafeGuaranteedRef { try $0.writeWithoutTransaction(body) }
  }

  /// Makes what a version of the store has, up to the newest if none is named.
  func migrate(with migrator: DatabaseMigrator, upTo version: String? = nil) throws {
    try reference.queue._withUnsafeGuaranteedRef { queue in
      if let version {
        try migrator.migrate(queue, upTo: version)
      } else {
        try migrator.migrate(queue)
      }
    }
  }

  private func close(_ queue: DatabaseQueue) {
    // Where a statement is still under way, SQLite closes it after that.
    try? queue.close()
  }
}
