import GRDB

/// The layout of a store.
enum Schema {
  /// Distinguishes a store from other applications' databases: "SBOT".
  static let applicationID: Int32 = 0x5342_4F54

  /// The migrations, each with its name and its statements. After them, the store's user_version is
  /// their number. A published migration never changes; a new one is added.
  private static let steps: [(name: String, sql: String)] = [
    ("accounts", accounts + failures + ownership), ("sessions", sessions),
    ("accounts-by-creation", accountsByCreation), ("known-machines", knownMachines),
    ("answers", answers),
  ]

  /// The newest layout that this program knows.
  static let version = steps.count

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    for (index, step) in steps.enumerated() {
      migrator.registerMigration(step.name) { db in
        try db.execute(sql: step.sql)
        try db.execute(sql: "PRAGMA user_version = \(index + 1)")
      }
    }
    return migrator
  }()

  /// The secret of the hashes (see `FailureTable`), and the application ID.
  private static let ownership = """
    INSERT INTO settings (name, value) VALUES ('failure-key', lower(hex(randomblob(32))));
    PRAGMA application_id = \(applicationID);
    """

  /// `token_hash` instead of the token (see `SessionToken`). Times are in seconds since 1970.
  private static let sessions = """
    CREATE TABLE sessions (
      token_hash TEXT NOT NULL PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      created INTEGER NOT NULL,
      expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_by_account ON sessions (account);
    CREATE INDEX sessions_by_end ON sessions (expires);
    """

  /// IDs are never reused, so data of a removed account never passes to a later one. `name` is the
  /// name as given; `name_key` is the key by which names are compared (see `AccountName`).
  /// `attempt` identifies the sign-up that created the account (see `SignUpAttempts`).
  private static let accounts = """
    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL UNIQUE,
      password TEXT NOT NULL,
      attempt TEXT NOT NULL UNIQUE,
      created INTEGER NOT NULL,
      disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1))
    ) STRICT;
    CREATE TABLE settings (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// `name_hash` instead of the name, because users sometimes type a password as the name (see
  /// `FailureTable`).
  private static let failures = """
    CREATE TABLE failures (
      name_hash TEXT NOT NULL PRIMARY KEY,
      count INTEGER NOT NULL,
      last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX failures_by_weight ON failures (count, last);
    """

  /// For listings by time. IDs are not in order of time, because clocks are adjusted. Each index
  /// entry ends with the ID of the row.
  private static let accountsByCreation = "CREATE INDEX accounts_by_creation ON accounts (created);"

  /// The machines from which users have signed in: again hashes, one of the name with the machine
  /// and one of the name alone.
  private static let knownMachines = """
    CREATE TABLE known_machines (
      pair_hash TEXT NOT NULL PRIMARY KEY,
      name_hash TEXT NOT NULL,
      last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX known_machines_by_name ON known_machines (name_hash, last);
    """

  /// The answers to the operator's own questions. Within an account, IDs are in the order of the
  /// answers. Each index entry ends with the ID of the row.
  private static let answers = """
    CREATE TABLE answers (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      value TEXT NOT NULL
    ) STRICT;
    CREATE INDEX answers_by_account ON answers (account);
    CREATE INDEX answers_by_name ON answers (name);
    """

  /// Returns the layout of a store: `version`, or less if there are migrations to run; 0 if the
  /// store is empty.
  static func current(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Returns why a database can't be used as a store, or `nil` if it is a store of this program or
  /// is empty.
  static func problem(in db: Database) throws -> SQLiteStoreError.Problem? {
    // In one transaction, because another program may be creating the store right now.
    try db.committing(.deferred) {
      let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      if application == applicationID { return try schemaProblem(db) }
      return try isUntouched(db, application) ? nil : .otherApplication
    }
  }

  private static func schemaProblem(_ db: Database) throws -> SQLiteStoreError.Problem? {
    let schema = try current(db)
    if schema > version { return .newer(schema: schema, known: version) }
    let isOurs = try isMade(db, by: schema)
    // A newer program's migration that did not set the version, and so has tables unknown to this
    // program.
    if try migrator.hasBeenSuperseded(db) { return .newer(schema: schema + 1, known: version) }
    return isOurs ? nil : .foreignSchema
  }

  /// The migrator creates its own table before the first migration.
  private static func isUntouched(_ db: Database, _ application: Int32) throws -> Bool {
    let tables = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'")
    return try application == 0 && current(db) == 0 && tables == 0
  }
}

// MARK: - The expected objects

/// They are compared with the actual ones, so that no statement uses a table, trigger or column that
/// this program did not create, whether it was changed or is damaged in a way that SQLite still
/// reads.
extension Schema {
  /// Whether a store has exactly the objects of a version.
  static func isMade(_ db: Database, by version: Int) throws -> Bool {
    guard (1...Self.version).contains(version) else { return false }
    return try objects(db) == versions.get()[version - 1]
  }

  /// The objects of each version, created in memory on first use. Takes about 1 ms.
  private static let versions = Result {
    try (1...version).map { version in
      let database = try OpenDatabase()
      try database.migrate(to: version)
      return try database.use(objects)
    }
  }

  /// Returns each table and index with the statement that creates it ("" for an index that belongs
  /// to a table constraint), except for those of ANALYZE, which do no harm.
  private static func objects(_ db: Database) throws -> Set<[String]> {
    let objects = try db.rows(
      """
      SELECT type, name, tbl_name, coalesce(sql, '') AS sql
      FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat_' ESCAPE '\\'
      """
    ) { row in
      try ["type", "name", "tbl_name", "sql"].map(row.text)
    }
    return Set(objects)
  }
}
