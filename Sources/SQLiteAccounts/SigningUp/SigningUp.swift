import Accounts
import GRDB
import Secrets

/// A sign-up's steps in the store.
struct SigningUp: Sendable {
  let store: Store
  let name: AccountName
  let attempt: AttemptID

  /// How a step ended.
  enum Step: Sendable {
    case done(SignUpResult)
    /// Nobody has the name.
    case free
    /// Nobody wants the account any more, and none was made.
    case cancelled
  }

  private static let receipt = Receipt(message: Message(.accountCreated), page: nil)

  /// Whether the name is free, before a hash is made for it.
  func look(_ call: Call) -> Step {
    do {
      return try store.use(for: call) { try owner($0) ?? .free }
    } catch {
      return .done(Self.nothingMade(error))
    }
  }

  /// Makes the account. It is there for good once this says so.
  ///
  /// - Parameter created: seconds since 1970.
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
    if let step = try owner(db) { return step }
    try db.execute(
      sql: """
        INSERT INTO accounts (name, name_key, password, attempt, created) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [name.text, name.key, hash.text, attempt.text, created])
    return .done(.signedUp(Self.receipt))
  }

  /// Whose the name is; nil for nobody's. An account that this attempt has made is not somebody else's.
  private func owner(_ db: Database) throws -> Step? {
    let row = try db.row("SELECT attempt FROM accounts WHERE name_key = ?", [name.key])
    guard let row else { return nil }
    return .done(try row.text("attempt") == attempt.text ? .signedUp(Self.receipt) : .taken)
  }

  private static func nothingMade(_ error: SQLiteStoreError) -> SignUpResult {
    switch error.problem {
    case .full: .refused(Message(.storeFull))
    case .outOfMemory: .refused(Message(.outOfMemory))
    case .busy: .notAsked(.storeBusy)
    default: .notAsked(.storeFailed)
    }
  }

  /// Where it failed at the very end. A full store is certain all the same: the mark of a commit is written
  /// last, and was not.
  private static func mayBeMade(_ error: SQLiteStoreError) -> SignUpResult {
    switch nothingMade(error) {
    case .notAsked(let reason): .unknown(reason)
    case let certain: certain
    }
  }
}
