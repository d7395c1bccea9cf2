import Accounts
import GRDB
import Glibc
import Secrets

@testable import SQLiteAccounts

/// A store with schema 4, which has no answers, as the program of that time wrote it: a dump of
/// sqlite3, which lacks only the two numbers in the file's header.
///
/// octocat signed in, was remembered, and then entered a wrong password once. OctoDog is disabled.
/// Both have the password of `TestStore`.
enum OldStore {
  static let version = 4
  /// Seconds since 1970; one minute after the dump.
  static let now: Int64 = 1_795_348_142
  /// The token of octocat's session.
  static let token = SessionToken(
    Secret("8519b25d2e56b81b8c8dac0a34a4b8fb6d0d7053d467b88c47bfb4f5aa6881ad"))!

  static let dump = """
    PRAGMA foreign_keys=OFF;
    BEGIN TRANSACTION;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES('accounts');
    INSERT INTO grdb_migrations VALUES('sessions');
    INSERT INTO grdb_migrations VALUES('accounts-by-creation');
    INSERT INTO grdb_migrations VALUES('known-machines');
    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL UNIQUE,
      password TEXT NOT NULL,
      attempt TEXT NOT NULL UNIQUE,
      created INTEGER NOT NULL,
      disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1))
    ) STRICT;
    INSERT INTO accounts VALUES(1,'octocat','octocat','$argon2id$v=19$m=19456,t=2,p=1$MtplWpHaHFmAtn5rOkG1AQ$ZeKLpKKefCPksDq2jPWVy0BA0OsCI+XI9yfN1PK60GQ','e088357f0915653df024de9e1ad31ede',1795348069,0);
    INSERT INTO accounts VALUES(2,'OctoDog','octodog','$argon2id$v=19$m=19456,t=2,p=1$n7zJ0fbb4n3HyTjsoFI59A$lK4+6/57qEy8pQBM7kQ+Ra581OB8MNOWBHroabWn8f8','8bd07262aa0aef7fe0793c47061b75c8',1795348069,1);
    CREATE TABLE settings (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO settings VALUES('failure-key','75f3c0f4344f39e6cadf922e7055f09da7d91d114048827f80d8677adcb40c11');
    CREATE TABLE failures (
      name_hash TEXT NOT NULL PRIMARY KEY,
      count INTEGER NOT NULL,
      last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO failures VALUES('61f8f8fc52f1c88b3fe8d87acee353a926bce334b635de3fd6b9eef65701dd7d',1,1795348082);
    INSERT INTO failures VALUES('dbd58f71075c48d0d82d2e9118b7c601c2a304aa4a66cb63855ebcc59b97295e',1,1795348082);
    CREATE TABLE sessions (
      token_hash TEXT NOT NULL PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      created INTEGER NOT NULL,
      expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO sessions VALUES('4967c95eb0a9776a2b89c4f1e2e037211cfb5d1cc7e60cc690ef7d5d7f65a77c',1,1795348082,1797940082);
    CREATE TABLE known_machines (
      pair_hash TEXT NOT NULL PRIMARY KEY,
      name_hash TEXT NOT NULL,
      last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO known_machines VALUES('61f8f8fc52f1c88b3fe8d87acee353a926bce334b635de3fd6b9eef65701dd7d','bb03184d9586a28459973800a00da2674600668a840550c6baa9a8f34e0a23d2',1795348082);
    DELETE FROM sqlite_sequence;
    INSERT INTO sqlite_sequence VALUES('accounts',2);
    CREATE INDEX failures_by_weight ON failures (count, last);
    CREATE INDEX sessions_by_account ON sessions (account);
    CREATE INDEX sessions_by_end ON sessions (expires);
    CREATE INDEX accounts_by_creation ON accounts (created);
    CREATE INDEX known_machines_by_name ON known_machines (name_hash, last);
    COMMIT;
    """
}

extension TestStore {
  /// Creates the store with schema 4.
  func makeOld() throws {
    let other = try connection()
    try other.run(OldStore.dump)
    try other.run("PRAGMA application_id = \(Schema.applicationID)")
    try other.run("PRAGMA user_version = \(OldStore.version)")
    try other.run("PRAGMA journal_mode = WAL")
    try other.close()
    chmod(path, 0o600)
    clock.now = OldStore.now
  }
}
