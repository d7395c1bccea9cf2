import Accounts
import GRDB

@testable import SQLiteAccounts

extension TestStore {
  /// Creates a store with accounts whose hashes are invalid: for listings, not for signing in.
  ///
  /// - Parameters:
  ///   - created: Returns the creation time for the index of an account.
  ///   - answers: Returns the answers for the index of an account.
  func fill(
    _ names: [String], created: (Int) -> Int64 = { Int64($0) },
    answers: (Int) -> [Answer] = { _ in [] }
  ) async throws {
    _ = try await service().availability("nobody")
    try insert(names.enumerated().map { ($1, created($0), answers($0)) })
  }

  private func insert(_ rows: [(name: String, created: Int64, answers: [Answer])]) throws {
    try connection().write { db in
      for row in rows {
        try insert(row.name, created: row.created, db)
        try AnswerTable(db: db).add(row.answers, to: db.lastInsertedRowID)
      }
    }
  }

  func insert(_ name: String, created: Int64 = 0, _ db: Database) throws {
    try db.insertAccount(
      name, key: AccountName.key(of: name), password: "", attempt: randomWord(), created: created)
  }
}

extension SQLiteAccounts {
  /// Returns the pages of a listing.
  func listed(_ query: AccountQuery = AccountQuery(), size: Int = pageSize) async throws
    -> [[Account]]
  {
    var pages = pages(query, size: size)
    var result: [[Account]] = []
    while let page = try await pages.next() { result.append(page) }
    return result
  }

  func names(_ query: AccountQuery = AccountQuery()) async throws -> [String] {
    try await listed(query).flatMap { $0 }.map(\.username.text)
  }
}
