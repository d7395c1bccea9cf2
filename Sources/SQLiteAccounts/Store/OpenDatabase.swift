import GRDB
import Runtime

/// An open database, which is closed when the last reference is released.
///
/// GRDB's own object frees a dispatch queue. For this, Dispatch needs a thread, and it retries
/// forever if the system can't create one. So that no caller waits for that, a separate thread
/// releases the object. If that thread can't be created either, the closed object stays in memory.
final class OpenDatabase: Sendable {
  /// The only strong reference after `init`. The conformance is unchecked: the reference is
  /// released once, after its last use.
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

  /// Calls the closure with the database, for any number of transactions. Uses never overlap.
  func use<Answer>(_ body: (Database) throws -> Answer) rethrows -> Answer {
    try reference.queue._withUnsafeGuaranteedRef { try $0.writeWithoutTransaction(body) }
  }

  /// Migrates the store to a version, or to the newest one if none is given.
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
    // If a statement is still running, SQLite closes the database after it.
    try? queue.close()
  }
}
