import GRDB
import GRDBSQLite
import Glibc
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

  /// - Parameter path: A path or a URI; `:memory:` for a database in memory.
  /// - Throws: At once if another program has locked the file.
  init(path: String = ":memory:", _ configuration: Configuration = Configuration()) throws {
    let preview = try Preview(of: path, isReadOnly: configuration.readonly)
    // Open until then: the last connection to close would change the files.
    defer { preview.close() }
    reference = Reference(
      queue: .passRetained(try DatabaseQueue(path: path, configuration: configuration)))
  }

  deinit {
    reference.queue._withUnsafeGuaranteedRef { close($0) }
    _ = Self.end.add { [reference] in reference.queue.release() }
  }

  /// Calls the closure with the database, for any number of transactions. Uses never overlap.
  func use<Answer>(_ body: (Database) throws -> Answer) rethrows -> Answer {
    try reference.queue._withUnsafeGuaranteedRef { try $0.writeWithoutTransaction(body) }
  }

  /// Migrates the store from an older version.
  func migrate(to version: Int = Schema.version) throws {
    let target = Schema.migrator.migrations[version - 1]
    try reference.queue._withUnsafeGuaranteedRef { try Schema.migrator.migrate($0, upTo: target) }
  }

  private func close(_ queue: DatabaseQueue) {
    // If a statement is still running, SQLite closes the database after it.
    try? queue.close()
  }
}

/// A connection that shows whether GRDB can open a file. If GRDB can't, it frees its queue before it
/// throws the error, and would never throw it without room for a thread.
private struct Preview {
  private let connection: OpaquePointer?
  /// In bytes. More than GRDB needs to open any file.
  private static let memory = 1 << 20

  /// - Throws: The error that GRDB would throw.
  init(of path: String, isReadOnly: Bool) throws {
    var connection: OpaquePointer?
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var code = sqlite3_open_v2(path, &connection, access | SQLITE_OPEN_NOMUTEX, nil)
    self.connection = connection
    if code == SQLITE_OK {
      sqlite3_extended_result_codes(connection, 1)
      Store.limit(connection)
      code = sqlite3_exec(connection, "SELECT * FROM sqlite_master LIMIT 1", nil, nil, nil)
    }
    let memory = malloc(Self.memory)
    free(memory)
    if memory == nil { code = SQLITE_NOMEM }
    guard code == SQLITE_OK else {
      close()
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }

  func close() { sqlite3_close_v2(connection) }
}
