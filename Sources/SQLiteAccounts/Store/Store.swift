import Accounts
import GRDB
import GRDBSQLite
import Synchronization

/// A connection to a store, made at its first use, and made anew when another file has been put in the
/// store's place. Every use of it may block; one goes on at a time.
final class Store: Sendable {
  let path: StorePath
  private let patience: Patience
  private let wholeCheck: Int
  private let connection = Mutex<Connection?>(nil)

  private struct Connection: Sendable {
    let queue: DatabaseQueue
    let identity: StoreFile.Identity?
  }

  /// Bytes up to which a store is read whole before it is used.
  static let wholeCheck = 16 << 20

  /// Looks whether the store can be used, without making or changing anything. A store that another
  /// program holds is not a problem yet.
  init(
    _ path: StorePath, patience: Patience, wholeCheck: Int = Store.wholeCheck
  ) throws(SQLiteStoreError) {
    self.path = path
    self.patience = patience
    self.wholeCheck = wholeCheck
    if let file { try inspect(file) }
  }

  /// Lends the connection to a call.
  ///
  /// - Parameters:
  ///   - makes: whether a store is made where there is none; otherwise it is `missing`.
  ///   - body: what it throws is thrown on, as a problem.
  func use<Answer: Sendable>(
    for call: Call, makes: Bool = true, _ body: (Database) throws -> Answer
  ) throws(SQLiteStoreError) -> Answer {
    do {
      return try connection.withLock { connection in
        patience.begin(call)
        defer { patience.end() }
        if connection == nil || connection!.identity != file?.identity {
          connection = try open(makes: makes)
        }
        return try connection!.queue.writeWithoutTransaction(body)
      }
    } catch {
      throw error as? SQLiteStoreError
        ?? problem(SQLiteStoreError.Problem(error, isFull: file?.isFull ?? false))
    }
  }

  /// Ends the connection, if there is one. A store in memory stays.
  func close() {
    if file == nil { return }
    connection.withLock { connection in
      try? connection?.queue.close()
      connection = nil
    }
  }

  /// Nil for a store that needs none.
  private var file: StoreFile? {
    switch path {
    case .memory: nil
    case .file(let path): StoreFile(path: path)
    }
  }

  private func problem(_ problem: SQLiteStoreError.Problem) -> SQLiteStoreError {
    SQLiteStoreError(path: path.text, problem: problem)
  }
}

// MARK: - Opening

extension Store {
  private func open(makes: Bool) throws -> Connection {
    guard let file else {
      let queue = try DatabaseQueue(configuration: configuration)
      try Schema.migrator.migrate(queue)
      return Connection(queue: queue, identity: nil)
    }
    let content = try inspect(file)
    if content != .some && !makes { throw problem(.missing) }
    if content == .none { try file.create() }
    // Changes of the journal mode don't wait for other programs, as all else does.
    var tries = 0
    while true {
      do {
        return try open(file)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        guard patience.wait(tries: tries) else { throw error }
        tries += 1
      }
    }
  }

  private func open(_ file: StoreFile) throws -> Connection {
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    if let found = try queue.writeWithoutTransaction(Schema.problem) { throw problem(found) }
    try queue.writeWithoutTransaction { db in
      guard try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" else {
        throw problem(.failed("its file system has no shared memory for SQLite"))
      }
    }
    try migrate(queue)
    return Connection(queue: queue, identity: file.identity)
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "signup-bot.store"
    configuration.busyMode = .callback { [patience] tries in patience.wait(tries: tries) }
    configuration.prepareDatabase { db in
      Self.limit(db)
      // What has been acknowledged outlives a loss of power. GRDB's own WAL mode would make it NORMAL.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      // What is deleted or replaced, old hashes among it, is gone from the file.
      try db.execute(sql: "PRAGMA secure_delete = ON")
      // Nothing of an account goes to a file elsewhere.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      // A damaged or hostile schema calls nothing.
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
    }
    return configuration
  }

  /// No value that this program writes comes near it. A longer one is damage, and is refused before it is read.
  private static func limit(_ db: Database) {
    sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, 1 << 20)
  }

  private func migrate(_ queue: DatabaseQueue) throws {
    while true {
      let before = try queue.writeWithoutTransaction(Schema.current)
      if before == Schema.version { return }
      do {
        return try Schema.migrator.migrate(queue)
      } catch {
        // The migrator looks what is missing before it locks the store. Where another program was faster with a
        // step, the rest may be done by now, or is still to do.
        if try queue.writeWithoutTransaction(Schema.current) == before { throw error }
      }
    }
  }
}

// MARK: - Looking without touching

extension Store {
  /// Looks whether a file is a store that this program may use, and leaves every byte as it is.
  @discardableResult
  private func inspect(_ file: StoreFile) throws(SQLiteStoreError) -> StoreFile.Content {
    let content = try file.examine()
    guard content == .some else { return content }
    // To look while others write may show what never was. What is seen twice of a file that nobody has
    // touched is true.
    var last: (SQLiteStoreError.Problem, [StoreFile.Stamp?])?
    for _ in 0..<8 {
      let stamps = file.stamps
      guard let problem = look(at: file), problem != .busy else { return content }
      if let last, last == (problem, stamps), file.stamps == stamps {
        throw SQLiteStoreError(path: file.path, problem: problem)
      }
      last = (problem, stamps)
    }
    // It is in use, and whoever opens it will see.
    return content
  }

  /// What is wrong with a store; nil for nothing.
  private func look(at file: StoreFile) -> SQLiteStoreError.Problem? {
    // A change that was broken off can't be undone without writing: the real opening does it.
    if file.hasContent("-journal") { return nil }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase(Self.limit)
    // Immutable: SQLite makes no files of its own beside it. Not where it needs them to see everything.
    let isQuiet = !file.hasContent("-wal")
    let uri = "file:" + percentEncoded(file.path) + "?mode=ro" + (isQuiet ? "&immutable=1" : "")
    do {
      let queue = try DatabaseQueue(path: uri, configuration: configuration)
      return try queue.writeWithoutTransaction { db in
        if let problem = try Schema.problem(in: db) { return problem }
        if isQuiet, try !Self.isWhole(db, file) { return .corrupt("its end is missing") }
        guard file.size <= wholeCheck else { return nil }
        let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "ok"
        return found == "ok" ? nil : .corrupt(found)
      }
    } catch {
      return SQLiteStoreError.Problem(error, isFull: file.isFull)
    }
  }

  /// Whether a file is as long as pages are. SQLite would take the missing bytes of a last page for zeros.
  private static func isWhole(_ db: Database, _ file: StoreFile) throws -> Bool {
    let page = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 1
    return file.size % max(page, 1) == 0
  }
}
