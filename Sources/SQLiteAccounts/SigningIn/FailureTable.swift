import GRDB

/// The failed sign-ins, by name and by machine, and the machines from which users have signed in.
///
/// Failures on a known machine are counted separately from all others, so no stranger elsewhere can
/// make the user wait. Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
struct FailureTable {
  let db: Database

  /// The greatest number of rows. To push a name out, an attacker must fail more often with this
  /// many other names.
  static let limit = 10_000
  /// The number of rows that are deleted at once when there are more.
  static let batch = 1_000
  /// The greatest number of known machines for each name. Beyond it, the least recently used is
  /// forgotten.
  private static let mostMachines = 16

  func failures(_ hash: String) throws -> Failures {
    try db.row("SELECT count, last FROM failures WHERE name_hash = ?", [hash]) { row in
      Failures(count: Int(try row.integer("count")), last: try row.integer("last"))
    } ?? Failures()
  }

  func set(_ failures: Failures, _ hash: String) throws {
    // An attempt that must wait changes nothing, and should not wait for the disk.
    if try self.failures(hash) == failures { return }
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

// MARK: - Hashes of names and machines

/// The tables contain only hashes, keyed with a secret of the store's own, so that no precomputed
/// list of hashes works. If a user types a password as the name, it can't be recovered. No account
/// name contains a NUL, so the hash of a name never collides with the others.
extension FailureTable {
  /// Returns the hash for a name, on any machine.
  func hash(of name: AccountName) throws -> String { try hash(name.key) }

  /// Returns the hash for a machine, with any name.
  func hash(ofMachine machine: String) throws -> String { try hash("\0machine " + machine) }

  /// Returns the hash for a name on a single machine.
  func hash(of name: AccountName, on machine: String) throws -> String {
    try hash("\0pair " + machine + "\0" + name.key)
  }

  private func hash(_ text: String) throws -> String {
    let secret = try db.row("SELECT value FROM settings WHERE name = 'failure-key'") {
      try $0.text("value")
    }
    guard let secret else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a setting is missing")
    }
    return Array(text.utf8).withUnsafeBytes { hexadecimalHash(of: $0, key: secret) }
  }
}

// MARK: - Known machines

extension FailureTable {
  /// - Parameter pair: The hash for a name on a machine.
  func isKnown(_ pair: String) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM known_machines WHERE pair_hash = ?)",
      arguments: [pair]) ?? false
  }

  /// - Parameters:
  ///   - pair: The hash for a name on the machine.
  ///   - name: The hash for the name.
  ///   - now: Seconds since 1970.
  func addKnown(_ pair: String, of name: String, now: Int64) throws {
    try db.execute(
      sql: """
        INSERT INTO known_machines (pair_hash, name_hash, last) VALUES (?, ?, ?)
        ON CONFLICT (pair_hash) DO UPDATE SET last = excluded.last
        """, arguments: [pair, name, now])
    try db.execute(
      sql: """
        DELETE FROM known_machines WHERE pair_hash IN
          (SELECT pair_hash FROM known_machines WHERE name_hash = ?
           ORDER BY last DESC LIMIT -1 OFFSET ?)
        """, arguments: [name, Self.mostMachines])
  }

  /// Forgets a name's failures and its known machines.
  func forgetAll(of name: AccountName) throws {
    let hash = try hash(of: name)
    try forget(hash)
    try db.execute(sql: "DELETE FROM known_machines WHERE name_hash = ?", arguments: [hash])
  }
}
