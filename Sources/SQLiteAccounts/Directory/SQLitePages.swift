import Accounts
import GRDB

/// A store's accounts, a page at a time. Each page begins after the last account of the one before, by that
/// account's place in the order and not by its number in the list: what is made or removed meanwhile moves
/// nothing. An index has each order, so that nothing is sorted.
struct SQLitePages: AccountPages {
  private let accounts: SQLiteAccounts
  private let query: AccountQuery
  private let size: Int
  /// What names are searched for, as keys are made of them; nil for all.
  private let needle: String?
  /// Where the last page ended; nil before the first.
  private var place: Place?
  /// How many accounts may still come; nil for all.
  private var rest: Int?

  /// An account's place in either order.
  private struct Place: Sendable {
    let key: String
    let created: Int64
    let id: Int64
  }

  init(accounts: SQLiteAccounts, query: AccountQuery, size: Int) {
    (self.accounts, self.query, self.size) = (accounts, query, size)
    needle = query.search.map(AccountName.key(of:))
    // No name has a NUL, at which SQLite would cut the text.
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
      var place: Place?
      let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
      while let row = try rows.next() {
        page.append(try Account(row))
        place = Place(
          key: try row.text("name_key"), created: try row.integer("created"),
          id: try row.integer("id"))
      }
      // SQLite's cache is of no use to a listing, which reads nothing twice.
      db.releaseMemory()
      return (page, place)
    }
    rest = page.count < count ? 0 : rest.map { $0 - page.count }
    self.place = place ?? self.place
    return page.isEmpty ? nil : page
  }

  /// All values are bound; what differs in the text is this program's own.
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
