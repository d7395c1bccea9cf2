import GRDB

/// The machines from which a user has signed in before. Failures from there are counted separately
/// from all others, so no stranger elsewhere can make the user wait. Source: OWASP, "Slow Down
/// Online Guessing Attacks with Device Cookies".
struct KnownMachines {
  let db: Database

  /// The greatest number of machines for each name. Beyond it, the least recently used is
  /// forgotten.
  static let limit = 16

  /// - Parameter pair: See `FailureTable.hash(of:on:)`.
  func hold(_ pair: String) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM known_machines WHERE pair_hash = ?)",
      arguments: [pair]) ?? false
  }

  /// - Parameter now: Seconds since 1970.
  func add(_ pair: String, of name: String, now: Int64) throws {
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
        """, arguments: [name, Self.limit])
  }

  /// Forgets all machines of a name.
  func forget(_ name: String) throws {
    try db.execute(sql: "DELETE FROM known_machines WHERE name_hash = ?", arguments: [name])
  }
}
