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
    let ((sql, arguments), place) = (statement, place)
    let page = try await accounts.inDirectory(.deferred) { db in
      var page = Page(count: count, after: place)
      let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
      while let row = try rows.next() {
        if try !page.add(row) { break }
      }
      // SQLite's cache doesn't help a listing, which reads nothing twice.
      db.releaseMemory()
      return page
    }
    rest = page.isLast ? 0 : rest.map { $0 - page.accounts.count }
    self.place = page.end ?? place
    return page.accounts.isEmpty ? nil : page.accounts
  }

  /// One row for each answer, or for each account without answers. All values are bound. The
  /// variable parts of the text come from this program alone.
  var statement: (sql: String, arguments: StatementArguments) {
    var conditions: [String] = []
    var arguments = StatementArguments()
    let (follows, direction) = query.isReversed ? ("<", "DESC") : (">", "ASC")
    if let place {
      switch query.order {
      case .name:
        conditions.append("name_key \(follows) ?")
        arguments += [place.key]
      case .created:
        conditions.append("(created, accounts.id) \(follows) (?, ?)")
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
      case .created: "created \(direction), accounts.id \(direction)"
      }
    return (
      """
      SELECT accounts.id AS id, accounts.name AS name, name_key, created, disabled,
        answers.id IS NOT NULL AS is_answered, answers.name AS question, value
      FROM accounts LEFT JOIN answers ON account = accounts.id
      \(filter) ORDER BY \(order), answers.id
      """, arguments
    )
  }
}

extension SQLitePages {
  /// The sort keys of an account.
  private struct Position: Sendable {
    let key: String
    let created: Int64
    let id: Int64
  }

  /// The accounts of a page, as they are read.
  private struct Page: Sendable {
    /// The greatest number of accounts.
    let count: Int
    /// The end of the page before; `nil` if this is the first.
    let start: Position?
    private(set) var accounts: [Account] = []
    /// The position of the last account; `nil` if there is none.
    private(set) var end: Position?
    /// Whether there are no more accounts.
    private(set) var isLast = true
    /// The size of the answers in bytes.
    private var size = 0

    /// In bytes. When the answers reach this size, the page ends with the current account, so that
    /// long answers don't take much more memory than short ones.
    private static let mostBytes = 1 << 20

    init(count: Int, after start: Position?) { (self.count, self.start) = (count, start) }

    /// Adds a row of the statement.
    ///
    /// - Returns: `false` if the row belongs to the next page.
    mutating func add(_ row: Row) throws -> Bool {
      let id = try row.integer("id")
      if id != end?.id {
        isLast = accounts.count < count && size < Self.mostBytes
        guard isLast else { return false }
        // In a damaged index, a page could begin with the same account again and again.
        if id == start?.id { throw DatabaseError.damagedColumn }
        accounts.append(try Account(row))
        end = Position(key: try row.text("name_key"), created: try row.integer("created"), id: id)
      }
      if try row.flag("is_answered") {
        let answer = Answer(try row.text("question"), try row.text("value"))
        size += answer.text.utf8.count
        accounts[accounts.count - 1].answers.append(answer)
      }
      return true
    }
  }
}
