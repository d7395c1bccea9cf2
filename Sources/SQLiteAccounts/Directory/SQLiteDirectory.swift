import Accounts
import GRDB

/// Administration of the store's accounts. Looking for accounts never creates a store.
extension SQLiteAccounts: AccountDirectory {
  package func pages(_ query: AccountQuery) -> any AccountPages {
    pages(query, size: Self.pageSize)
  }

  /// The number of rows that are read at once. In the worst case, each is on a file page of its
  /// own, all of which are then in memory.
  static let pageSize = 100

  func pages(_ query: AccountQuery, size: Int) -> SQLitePages {
    SQLitePages(accounts: self, query: query, size: size)
  }

  package func account(of username: Username) async throws -> Account? {
    guard let name = AccountName(username) else { return nil }
    let now = self.now()
    return try await inDirectory(.deferred) { db in
      let sql = "SELECT id, name, created, disabled FROM accounts WHERE name_key = ?"
      guard var account = try db.row(sql, [name.key], Account.init) else { return nil }
      let id = Int64(account.id)!
      let sessions = try Self.sessions(of: id, at: now, db)
      let table = FailureTable(db: db)
      let failures = try table.failures(table.hash(of: name))
      account.details = [
        Account.Detail("sessions", "\(sessions)"),
        Account.Detail("recent failed sign-ins", "\(failures.count)"),
      ]
      account.answers = try AnswerTable(db: db).answers(of: id)
      return account
    }
  }

  package func answerNames() async throws -> [String] {
    try await inDirectory(.deferred) { try AnswerTable(db: $0).names() }
  }

  package func setActive(_ isActive: Bool, _ account: Account) async throws -> Bool {
    guard let id = Int64(account.id) else { return false }
    return try await inDirectory { db in
      guard try Self.name(of: id, db) != nil else { return false }
      try db.execute(
        sql: "UPDATE accounts SET disabled = ? WHERE id = ? AND disabled <> ?",
        arguments: [!isActive, id, !isActive])
      // Otherwise they would resume if the account is enabled again.
      if !isActive {
        try db.execute(sql: "DELETE FROM sessions WHERE account = ?", arguments: [id])
      }
      return true
    }
  }

  package func remove(_ account: Account) async throws -> Bool {
    guard let id = Int64(account.id) else { return false }
    return try await inDirectory { db in
      guard let name = try Self.name(of: id, db) else { return false }
      // Its sessions and answers are deleted with it; see the schema.
      try db.execute(sql: "DELETE FROM accounts WHERE id = ?", arguments: [id])
      // A later owner of the name must not wait because of others' earlier attempts.
      if let name = AccountName(Username(name)) { try FailureTable(db: db).forgetAll(of: name) }
      return true
    }
  }
}

extension SQLiteAccounts {
  /// Like `inStore`, but throws the errors of a directory, and never creates a store.
  func inDirectory<Answer: Sendable>(
    _ kind: Database.TransactionKind = .immediate,
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await inStore(makes: false, kind, body)
    } catch let error as SQLiteStoreError {
      // A cancelled call stops waiting for other programs.
      try Task.checkCancellation()
      throw error.problem == .busy
        ? DirectoryError.unknown(error.reason) : .unusable(error.description)
    }
  }

  private static func name(of id: Int64, _ db: Database) throws -> String? {
    try db.row("SELECT name FROM accounts WHERE id = ?", [id]) { try $0.text("name") }
  }

  /// Returns the number of current sessions; see `session(of:)` for those that have expired.
  private static func sessions(of id: Int64, at now: Int64, _ db: Database) throws -> Int {
    try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM sessions WHERE account = ? AND expires > ? AND expires <= ?",
      arguments: [id, now, now + sessionLength]) ?? 0
  }
}

extension Account {
  /// - Parameter row: A row with the columns id, name, created and disabled.
  init(_ row: Row) throws {
    self.init(
      id: String(try row.integer("id")), username: Username(try row.text("name")),
      created: try row.integer("created"), isActive: try !row.flag("disabled"))
  }
}
