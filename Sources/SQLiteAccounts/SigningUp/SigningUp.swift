import Accounts
import GRDB
import Secrets

/// The steps of a sign-up that use the store.
struct SigningUp: Sendable {
  let store: Store
  let name: AccountName
  /// The attempt's ID.
  let attempt: String
  let answers: [Answer]

  private static let receipt = Receipt(page: nil)

  /// Returns the result if the name already has an account, before a hash is made for it; `nil` if
  /// it has none.
  func look(_ call: Call) -> SignUpResult? {
    do {
      return try store.use(for: call) { db in
        // Only an account that this attempt created is changed. Do not wait for other writers to
        // learn that a name is free.
        guard try owner(db)?.attempt == attempt else { return try settle(db) }
        return try db.committing { try settle(db) }
      }
    } catch {
      return failed(error, mayBeMade: false)
    }
  }

  /// Creates the account. Once this reports success, the account is permanent.
  ///
  /// - Parameter created: Seconds since 1970.
  /// - Returns: `nil` if the call was cancelled, and no account was created.
  func make(_ call: Call, hash: PasswordHash, created: Int64) -> SignUpResult? {
    var isCommitting = false
    do {
      return try store.use(for: call) { db in
        var result: SignUpResult?
        try db.inTransaction(.immediate) {
          result = try settle(db) ?? insert(db, hash, created)
          if call.isCancelled {
            result = nil
            return .rollback
          }
          isCommitting = true
          return .commit
        }
        return result
      }
    } catch {
      return failed(error, mayBeMade: isCommitting)
    }
  }

  private func insert(_ db: Database, _ hash: PasswordHash, _ created: Int64) throws -> SignUpResult
  {
    try db.insertAccount(
      name.text, key: name.key, password: hash.text, attempt: attempt, created: created)
    try AnswerTable(db: db).add(answers, to: db.lastInsertedRowID)
    return .signedUp(Self.receipt)
  }

  /// Returns the result if the name has an account, or `nil` if it has none. An account that this
  /// attempt created gets this call's answers: its user may have changed them since.
  private func settle(_ db: Database) throws -> SignUpResult? {
    guard let owner = try owner(db) else { return nil }
    if owner.attempt != attempt { return .taken }
    try AnswerTable(db: db).replace(answers, of: owner.id)
    return .signedUp(Self.receipt)
  }

  /// Returns the account with the name, and the attempt that created it; `nil` if there is none.
  private func owner(_ db: Database) throws -> (id: Int64, attempt: String)? {
    let sql = "SELECT id, attempt FROM accounts WHERE name_key = ?"
    return try db.row(sql, [name.key]) {
      (id: try $0.integer("id"), attempt: try $0.text("attempt"))
    }
  }

  private func failed(_ error: SQLiteStoreError, mayBeMade: Bool) -> SignUpResult {
    // A full store is a definite failure even of a commit: the commit mark is written last.
    if error.problem == .full { return .refused(.storeFull) }
    if error.problem == .outOfMemory { return .refused(.outOfMemory) }
    return mayBeMade ? .unknown(error.reason) : .notAsked(error.reason)
  }
}

extension Database {
  func insertAccount(
    _ name: String, key: String, password: String, attempt: String, created: Int64
  ) throws {
    try execute(
      sql: """
        INSERT INTO accounts (name, name_key, password, attempt, created) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [name, key, password, attempt, created])
  }
}
