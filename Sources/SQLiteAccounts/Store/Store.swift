import Accounts
import GRDB
import GRDBSQLite
import Synchronization
import Text

/// A connection to a store. It is opened on first use, and opened again if the file was replaced.
/// Every use may block, and only one runs at a time.
final class Store: Sendable {
  /// `nil` for a store in memory.
  let file: StoreFile?
  private let patience: LockPatience
  private let wholeCheck: Int
  private let connection = Mutex<Connection?>(nil)

  private struct Connection: Sendable {
    let database: OpenDatabase
    let identity: StoreFile.Identity?
  }

  /// The size in bytes up to which a store is read completely before it is used.
  package static let wholeCheck = 16 << 20

  /// Checks whether the store is usable, without creating or changing anything. A store that
  /// another program has locked is not a problem yet.
  ///
  /// - Parameter path: See `StoreFile`.
  init(
    _ path: String, patience: LockPatience, wholeCheck: Int = Store.wholeCheck
  ) throws(SQLiteStoreError) {
    file = try StoreFile(path)
    self.patience = patience
    self.wholeCheck = wholeCheck
    if let file { try inspect(file) }
  }

  /// Calls the closure with the connection.
  ///
  /// - Parameters:
  ///   - makes: Whether to create the store if there is none. If not, the error is `missing`.
  ///   - body: Uses the connection. Its errors are thrown on as a `SQLiteStoreError`.
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
        return try connection!.database.use(body)
      }
    } catch {
      throw error as? SQLiteStoreError
        ?? problem(SQLiteStoreError.Problem(error, isFull: file?.isFull ?? false))
    }
  }

  /// Closes the connection, if there is one. A store in memory stays open.
  func close() {
    if file == nil { return }
    connection.withLock { $0 = nil }
  }

  /// The location, for display.
  var path: String { file?.path ?? ":memory:" }

  private func problem(_ problem: SQLiteStoreError.Problem) -> SQLiteStoreError {
    SQLiteStoreError(path: path, problem: problem)
  }
}

// MARK: - Opening

extension Store {
  private func open(makes: Bool) throws -> Connection {
    guard let file else {
      let database = try OpenDatabase(configuration)
      try database.migrate()
      return Connection(database: database, identity: nil)
    }
    let content = try inspect(file)
    if content != .some && !makes { throw problem(.missing) }
    if content == .none { try file.create() }
    // Unlike everything else, opening and a change of the journal mode don't wait for other programs.
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
    let database = try OpenDatabase(path: file.path, configuration)
    if let found = try database.use(Schema.problem) { throw problem(found) }
    try database.use { db in
      guard try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" else {
        throw problem(.failed("its file system does not support SQLite's shared memory"))
      }
    }
    try migrate(database)
    return Connection(database: database, identity: file.identity)
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "signup-bot.store"
    configuration.busyMode = .callback { [patience] tries in patience.wait(tries: tries) }
    configuration.prepareDatabase { db in
      Self.limit(db.sqliteConnection)
      // Acknowledged changes survive a power failure. GRDB's own WAL mode would use NORMAL.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      // Deleted and replaced data, including old hashes, is erased from the file.
      try db.execute(sql: "PRAGMA secure_delete = ON")
      // No account data goes to a temporary file elsewhere.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      // A damaged or hostile schema can't call functions.
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      db.add(function: Self.textKey)
    }
    return configuration
  }

  /// Returns a text in the form of a key (see `AccountName`), for searches.
  static let textKey = DatabaseFunction("text_key", argumentCount: 1, pure: true) {
    String.fromDatabaseValue($0[0]).map(AccountName.key(of:))
  }

  /// Limits the length of values far above any that this program writes. A longer one is damage,
  /// and is refused before it is read.
  static func limit(_ connection: SQLiteConnection?) {
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 1 << 20)
  }

  private func migrate(_ database: OpenDatabase) throws {
    while true {
      let before = try database.use(Schema.current)
      if before == Schema.version { return }
      do {
        return try database.migrate()
      } catch {
        // The migrator determines the missing steps before it locks the store. If another program
        // did a step first, try again: the rest may be done by now, or still be missing.
        if try database.use(Schema.current) == before { throw error }
      }
    }
  }
}

// MARK: - Looking without touching

extension Store {
  /// Checks whether a file is a store that this program may use, without changing a byte.
  @discardableResult
  private func inspect(_ file: StoreFile) throws(SQLiteStoreError) -> StoreFile.Content {
    let content = try file.examine()
    guard content == .some else { return content }
    // While others write, a read may show a state that never existed. A problem is real if it is
    // seen twice in a file that did not change in between.
    var last: (SQLiteStoreError.Problem, [StoreFile.Stamp?])?
    for _ in 0..<8 {
      let stamps = file.stamps
      guard let problem = look(at: file), problem != .busy else { return content }
      if let last, last == (problem, stamps), file.stamps == stamps {
        throw SQLiteStoreError(path: file.path, problem: problem)
      }
      last = (problem, stamps)
    }
    // The store is in use. Opening it will show any problem.
    return content
  }

  /// Returns what is wrong with a store, or `nil` if nothing is.
  private func look(at file: StoreFile) -> SQLiteStoreError.Problem? {
    // An interrupted change can't be rolled back without writing. Opening the store does that.
    if file.hasContent("-journal") { return nil }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { Self.limit($0.sqliteConnection) }
    // With immutable, SQLite creates no files next to the store. Not possible if it needs them to
    // see everything.
    let isQuiet = !file.hasContent("-wal")
    let uri = "file:" + percentEncoded(file.path) + "?mode=ro" + (isQuiet ? "&immutable=1" : "")
    do {
      let database = try OpenDatabase(path: uri, configuration)
      return try database.use { db in
        if let problem = try Schema.problem(in: db) { return problem }
        if isQuiet, try !Self.isWhole(db, file) { return .corrupt("the file is truncated") }
        guard file.size <= wholeCheck else { return nil }
        let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "ok"
        return found == "ok" ? nil : .corrupt(found)
      }
    } catch {
      return SQLiteStoreError.Problem(error, isFull: file.isFull)
    }
  }

  /// Whether the file contains only whole pages. SQLite would read the missing bytes of a last page
  /// as zeros.
  private static func isWhole(_ db: Database, _ file: StoreFile) throws -> Bool {
    let page = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 1
    return file.size % max(page, 1) == 0
  }
}
