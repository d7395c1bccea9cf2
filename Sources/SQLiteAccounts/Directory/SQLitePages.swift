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
    let (statement, place) = (statement, place)
    let page = try await accounts.inDirectory(.deferred) { db in
      let page = try Page(of: count, statement, after: place, db)
      // SQLite's cache doesn't help a listing, which reads nothing twice.
      db.releaseMemory()
      return page
    }
    rest = page.isLast ? 0 : rest.map { $0 - page.accounts.count }
    self.place = page.end ?? place
    return page.accounts.isEmpty ? nil : page.accounts
  }

  /// All values are bound. The variable parts of the text come from this program alone.
  var statement: Statement {
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
      conditions.append(
        """
        (instr(name_key, ?) > 0 OR EXISTS (
          SELECT 1 FROM answers AS found
          WHERE found.account = accounts.id AND instr(text_key(found.value), ?) > 0))
        """)
      arguments += [needle, needle]
    }
    let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let order =
      switch query.order {
      case .name: "name_key \(direction)"
      case .created: "created \(direction), id \(direction)"
      }
    let sql = "SELECT id, name, name_key, created, disabled FROM accounts"
    return Statement(sql: "\(sql) \(filter) ORDER BY \(order)", arguments: arguments)
  }

  struct Statement: Sendable {
    let sql: String
    let arguments: StatementArguments
  }
}

extension SQLitePages {
  /// The sort keys of an account.
  private struct Position: Sendable {
    let key: String
    let created: Int64
    let id: Int64
  }

  private struct Page: Sendable {
    private(set) var accounts: [Account] = []
    /// The position of the last account; `nil` if there is none.
    private(set) var end: Position?
    /// Whether there are no more accounts.
    private(set) var isLast = false

    /// In bytes. When the answers reach this size, the page ends, so that long answers don't take
    /// much more memory than short ones.
    private static let mostBytes = 1 << 20

    /// - Parameters:
    ///   - count: The greatest number of accounts.
    ///   - start: The end of the page before; `nil` if this is the first.
    init(
      of count: Int, _ statement: Statement, after start: Position?, _ db: Database
    ) throws {
      let rows = try Row.fetchCursor(db, sql: statement.sql, arguments: statement.arguments)
      var size = 0
      while accounts.count < count, size < Self.mostBytes {
        guard let row = try rows.next() else {
          isLast = true
          return
        }
        let id = try row.integer("id")
        // In a damaged index, a page could begin with the same account again and again.
        if id == start?.id { throw DatabaseError.damagedColumn }
        var account = try Account(row)
        account.answers = try AnswerTable(db: db).answers(of: id)
        size += account.answers.reduce(0) { $0 + $1.text.utf8.count }
        accounts.append(account)
        end = Position(key: try row.text("name_key"), created: try row.integer("created"), id: id)
      }
    }
  }
}
