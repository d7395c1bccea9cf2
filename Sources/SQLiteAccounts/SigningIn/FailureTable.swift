import GRDB

/// The failed sign-ins, by name and by machine.
struct FailureTable {
  let db: Database

  /// The greatest number of rows. To push a name out, an attacker must fail more often with this
  /// many other names.
  static let limit = 10_000
  /// The number of rows that are deleted at once when there are more.
  static let batch = 1_000

  /// Returns the hash under which a name's failures are stored.
  func hash(of name: AccountName) throws -> String { try name.hash(secret()) }

  /// Returns the hash under which a machine's failures are stored.
  func hash(of machine: Machine) throws -> String { try machine.hash(secret()) }

  /// Returns the hash for a name on a single machine.
  func hash(of name: AccountName, on machine: Machine) throws -> String {
    try machine.hash(secret(), with: name)
  }

  private func secret() throws -> String {
    let row = try db.row("SELECT value FROM settings WHERE name = 'failure-key'")
    guard let row else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a setting is missing")
    }
    return try row.text("value")
  }

  func failures(_ hash: String) throws -> Failures {
    let row = try db.row("SELECT count, last FROM failures WHERE name_hash = ?", [hash])
    guard let row else { return Failures() }
    return Failures(count: Int(try row.integer("count")), last: try row.integer("last"))
  }

  func set(_ failures: Failures, _ hash: String) throws {
    guard failures.count > 0 else { return try forget(hash) }
    try db.execute(
      sql: """
        INSERT INTO failures (name_hash, count, last) VALUES (?, ?, ?)
        ON CONFLICT (name_hash) DO UPDATE SET count = excluded.count, last = excluded.last
        """,
      arguments: [hash, failures.count, failures.last])
    try trim()
  }

  func forget(_ hash: String) throws {
    try db.execute(sql: "DELETE FROM failures WHERE name_hash = ?", arguments: [hash])
  }

  /// Deletes the names with the fewest and oldest failures if there are too many. O(limit).
  private func trim() throws {
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM failures") ?? 0
    guard count > Self.limit else { return }
    try db.execute(
      sql: """
        DELETE FROM failures WHERE name_hash IN
          (SELECT name_hash FROM failures ORDER BY count, last LIMIT ?)
        """,
      arguments: [Self.batch])
  }
}
