import Accounts
import GRDB
import Secrets

/// The steps of a sign-up that use the store.
struct SigningUp: Sendable {
  let store: Store
  let name: AccountName
  let attempt: AttemptID
  let answers: [Answer]

  /// The result of a step.
  enum Step: Sendable {
    case done(SignUpResult)
    /// The name has no account.
    case free
    /// The call was cancelled, and no account was created.
    case cancelled
  }

  private static let receipt = Receipt(page: nil)

  /// Checks whether the name is available, before a hash is made for it.
  func look(_ call: Call) -> Step {
    do {
      return try store.use(for: call) { db in
        switch try owner(db) {
        case nil: return .free
        case .another: return .done(.taken)
        case .thisAttempt: return try db.committing { try settle(db) ?? .free }
        }
      }
    } catch {
      return .done(Self.nothingMade(error))
    }
  }

  /// Creates the account. Once this reports success, the account is permanent.
  ///
  /// - Parameter created: Seconds since 1970.
  func make(_ call: Call, hash: PasswordHash, created: Int64) -> Step {
    var isCommitting = false
    do {
      return try store.use(for: call) { db in
        var step = Step.cancelled
        try db.inTransaction(.immediate) {
          step = try insert(db, hash, created)
          guard case .done(.signedUp) = step else { return .rollback }
          if call.isCancelled {
            step = .cancelled
            return .rollback
          }
          isCommitting = true
          return .commit
        }
        return step
      }
    } catch {
      return .done(isCommitting ? Self.mayBeMade(error) : Self.nothingMade(error))
    }
  }

  private func insert(_ db: Database, _ hash: PasswordHash, _ created: Int64) throws -> Step {
    if let step = try settle(db) { return step }
    try db.execute(
      sql: """
        INSERT INTO accounts (name, name_key, password, attempt, created) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [name.text, name.key, hash.text, attempt.text, created])
    try AnswerTable(db: db).add(answers, to: db.lastInsertedRowID)
    return .done(.signedUp(Self.receipt))
  }

  private enum Owner {
    /// Another attempt created the account.
    case another
    /// This attempt created the account, which has this ID.
    case thisAttempt(Int64)
  }

  /// Returns who created the account with the name, or `nil` if there is none.
  private func owner(_ db: Database) throws -> Owner? {
    let row = try db.row("SELECT id, attempt FROM accounts WHERE name_key = ?", [name.key])
    guard let row else { return nil }
    return try row.text("attempt") == attempt.text
      ? .thisAttempt(row.integer("id")) : .another
  }

  /// Returns the result if the name has an account, or `nil` if it has none. An account that this
  /// attempt created gets this call's answers: its user may have changed them since.
  private func settle(_ db: Database) throws -> Step? {
    switch try owner(db) {
    case nil: return nil
    case .another: return .done(.taken)
    case .thisAttempt(let id):
      try AnswerTable(db: db).replace(answers, of: id)
      return .done(.signedUp(Self.receipt))
    }
  }

  private static func nothingMade(_ error: SQLiteStoreError) -> SignUpResult {
    switch error.problem {
    case .full: .refused(.storeFull)
    case .outOfMemory: .refused(.outOfMemory)
    case .busy: .notAsked(.storeBusy)
    case .noPath, .missing, .noFolder, .folder, .folderReadOnly, .folderOpen, .notAFile,
      .symbolicLink, .severalNames, .otherOwner, .untrustedWay, .open, .readOnly, .unreadable,
      .notADatabase,
      .otherApplication, .newer, .foreignSchema, .foreignJournal, .corrupt, .failed:
      .notAsked(.storeFailed)
    }
  }

  /// The result of a failed commit. A full store is still a definite failure: the commit mark is
  /// written last, and was not.
  private static func mayBeMade(_ error: SQLiteStoreError) -> SignUpResult {
    switch nothingMade(error) {
    case .notAsked(let reason): .unknown(reason)
    case let certain: certain
    }
  }
}
