import GRDB

/// How a store is laid out.
enum Schema {
  /// Tells a store from other applications' databases: "SBOT".
  static let applicationID: Int32 = 0x5342_4F54

  /// The newest layout that this program knows; what a store has is its user_version.
  static let version = 4

  /// A migration is never changed once it has been in the world; a new one is added, and sets the next
  /// user_version.
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    migrator.registerMigration("accounts") { db in
      try db.execute(sql: accounts)
      try db.execute(sql: failures)
      try db.execute(
        sql: "INSERT INTO settings (name, value) VALUES ('failure-key', lower(hex(randomblob(32))))"
      )
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: "PRAGMA user_version = 1")
    }
    migrator.registerMigration("sessions") { db in
      try db.execute(sql: sessions)
      try db.execute(sql: "PRAGMA user_version = 2")
    }
    migrator.registerMigration("accounts-by-creation") { db in
      try db.execute(sql: accountsByCreation)
      try db.execute(sql: "PRAGMA user_version = 3")
    }
    migrator.registerMigration("known-machines") { db in
      try db.execute(sql: knownMachines)
      try db.execute(sql: "PRAGMA user_version = 4")
    }
    return migrator
  }()

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

  /// Ids are never used again, so that what belongs to a removed account never falls to a later one.
  /// `name` is as it was given; `name_key` is what makes it one account with others (see `AccountName`).
  /// `attempt` tells the sign-up that made the account from others of the same name (see `Attempts`).
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

  /// `name_hash` instead of the name: people type passwords where a name is asked (see `AccountName`).
  private static let failures = """
    CREATE TABLE failures (
      name_hash TEXT NOT NULL PRIMARY KEY,
      count INTEGER NOT NULL,
      last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX failures_by_weight ON failures (count, last);
    """

  /// For lists by time. The ids' own order is not that of time: clocks are put right. Each entry of an index
  /// ends with the row's id.
  private static let accountsByCreation = "CREATE INDEX accounts_by_creation ON accounts (created);"

  /// From where somebody has signed in: hashes again, of the name with the machine and of the name alone.
  private static let knownMachines = """
    CREATE TABLE known_machines (
      pair_hash TEXT NOT NULL PRIMARY KEY,
      name_hash TEXT NOT NULL,
      last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX known_machines_by_name ON known_machines (name_hash, last);
    """

  /// The layout that a store has: `version`, or less where there is something to migrate; 0 where there is
  /// nothing in it yet.
  static func current(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Why a database can't be used as a store: nil for one of this program's own, and for one that has
  /// nothing in it yet.
  static func problem(in db: Database) throws -> SQLiteStoreError.Problem? {
    var problem: SQLiteStoreError.Problem?
    // All as it was at one moment: another program may just be making it.
    try db.inTransaction(.deferred) {
      let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      problem =
        application == applicationID
        ? try schemaProblem(db) : try isUntouched(db, application) ? nil : .otherApplication
      return .commit
    }
    return problem
  }

  private static func schemaProblem(_ db: Database) throws -> SQLiteStoreError.Problem? {
    let schema = try current(db)
    if schema > version { return .newer(schema: schema, known: version) }
    let isOurs = try isMade(db, by: schema)
    // A newer program's migration that did not set the version: tables that are not known yet.
    if try migrator.hasBeenSuperseded(db) { return .newer(schema: schema + 1, known: version) }
    return isOurs ? nil : .foreignSchema
  }

  /// The migrator's own table is made before the first migration.
  private static func isUntouched(_ db: Database, _ application: Int32) throws -> Bool {
    let tables = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'")
    return try application == 0 && current(db) == 0 && tables == 0
  }
}
