import GRDB

/// The expected objects of a store. They are compared with the actual ones, so that no statement
/// uses a table, trigger or column that this program did not create, whether it was changed or is
/// damaged in a way that SQLite still reads.
extension Schema {
  /// A table or an index, as listed in `sqlite_schema`.
  private struct Object: Hashable {
    let type: String
    let name: String
    let table: String
    /// The statement that creates it; `nil` for an index that belongs to a table constraint.
    let sql: String?
  }

  /// Whether a store has exactly the objects of a version.
  static func isMade(_ db: Database, by version: Int) throws -> Bool {
    guard let expected = try expected(version) else { return false }
    return try objects(db) == expected
  }

  /// The objects of each version, created in memory on first use. Takes about 1 ms.
  private static let versions = Result { try (1...version).map(made) }

  private static func expected(_ version: Int) throws -> Set<Object>? {
    let versions = try versions.get()
    return versions.indices.contains(version - 1) ? versions[version - 1] : nil
  }

  private static func made(_ version: Int) throws -> Set<Object> {
    let database = try OpenDatabase()
    try database.migrate(with: migrator, upTo: migrator.migrations[version - 1])
    return try database.use(objects)
  }

  /// Returns the objects of a store, except for those of ANALYZE, which do no harm.
  private static func objects(_ db: Database) throws -> Set<Object> {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT type, name, tbl_name, sql IS NULL AS isBare, coalesce(sql, '') AS sql
        FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat_' ESCAPE '\\'
        """)
    var objects: Set<Object> = []
    while let row = try rows.next() {
      objects.insert(
        Object(
          type: try row.text("type"), name: try row.text("name"), table: try row.text("tbl_name"),
          sql: try row.flag("isBare") ? nil : row.text("sql")))
    }
    return objects
  }
}
