import Accounts
import GRDB

/// A store's accounts, one page at a time. Each page begins after the last account of the previous
/// one, located by its sort key rather than by an offset, so accounts that are created or removed
/// meanwhile don't shift anything. Both orders have an index, so nothing is sorted.
struct SQLitePages: AccountPages {
  private let accounts: SQLiteAccounts
  private let query: AccountQuery
  private let size: Int
  /// The text to search for, in the form of a key; `nil` for all accounts.
  private let needle: String?
  /// The end of the last page; `nil` before the first.
  private var place: Position?
  /// The number of accounts left to return; `nil` for no limit.
  private var rest: Int?

  /// The sort keys of an account.
  private struct Position: Sendable {
    let key: String
    let created: Int64
    let id: Int64
  }

  init(accounts: SQLiteAccounts, query: AccountQuery, size: Int) {
    (self.accounts, self.query, self.size) = (accounts, query, size)
    needle = query.search.map(AccountName.key(of:))
    // No name contains a NUL, and SQLite would cut off the text there.
    let isHopeless = needle?.utf8.contains(0) ?? false
    rest = isHopeless ? 0 : query.limit
  }

  mutating func next() async throws -> [Account]? {
    try Task.checkCancellation()
    let count = min(size, max(rest ?? size, 0))
    guard count > 0 else { return nil }
    let (sql, arguments) = statement(count)
    let (page, place) = try await accounts.inDirectory(.deferred) { db in
      var page: [Account] = []
      var place: Position?
      let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
      while let row = try rows.next() {
        page.append(try Account(row))
        place = Position(
          key: try row.text("name_key"), created: try row.integer("created"),
          id: try row.integer("id"))
      }
      // SQLite's cache doesn't help a listing, which reads nothing twice.
      db.releaseMemory()
      return (page, place)
    }
    rest = page.count < count ? 0 : rest.map { $0 - page.count }
    self.place = place ?? self.place
    return page.isEmpty ? nil : page
  }

  /// All values are bound. The variable parts of the text come from this program alone.
  func statement(_ count: Int) -> (String, StatementArguments) {
    var conditions: [String] = []
    var arguments = StatementArguments()
    let (follows, direction) = query.isReversed ? ("<", "DESC") : (">", "ASC")
    if let place {
      switch query.order {
      case .name:
        conditions.append("name_key \(follows) ?")
        arguments += [place.key]
      case .created:
        conditions.append("(created, id) \(follows) (?, ?)")
        arguments += [place.created, place.id]
      }
    }
    if let needle {
      // Unlike LIKE and GLOB, instr has no wildcards.
      conditions.append("instr(name_key, ?) > 0")
      arguments += [needle]
    }
    let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let order =
      switch query.order {
      case .name: "name_key \(direction)"
      case .created: "created \(direction), id \(direction)"
      }
    arguments += [count]
    return (
      """
      SELECT id, name, name_key, created, disabled FROM accounts \(filter) ORDER BY \(order) LIMIT ?
      """, arguments
    )
  }
}
