import Accounts
import GRDB
import Secrets

/// The steps of a sign-in that use the store.
struct SigningIn: Sendable {
  let store: Store
  let attempt: CountedAttempt

  var name: AccountName { attempt.name }

  /// What the password is compared with.
  enum Candidate: Sendable {
    /// The name has no account.
    case nobody
    case account(StoredAccount)
  }

  struct StoredAccount: Sendable {
    let id: Int64
    let hash: PasswordHash
    let isDisabled: Bool
  }

  enum Step: Sendable {
    case done(SignInResult)
    case compare(Candidate)
  }

  /// Finds the hash to compare the password with, and counts the attempt as a failure until it
  /// succeeds. Both cases, with and without an account, take the same path.
  ///
  /// - Parameter now: Seconds since 1970.
  func begin(_ call: Call, now: Int64) -> Step {
    do {
      return try store.use(for: call) { db in
        try db.committing {
          let refusal = try attempt.begin(in: FailureTable(db: db), now: now)
          return try refusal.map { .done($0) } ?? .compare(candidate(db))
        }
      }
    } catch {
      // If failures can't be counted, their number is unlimited.
      return .done(.unknown(error.problem == .busy ? .storeBusy : .storeFailed))
    }
  }

  private func candidate(_ db: Database) throws -> Candidate {
    let row = try db.row(
      "SELECT id, password, disabled FROM accounts WHERE name_key = ?", [name.key])
    guard let row else { return .nobody }
    guard let hash = PasswordHash(try row.text("password")) else {
      throw DatabaseError.damagedColumn
    }
    return .account(
      StoredAccount(id: try row.integer("id"), hash: hash, isDisabled: try row.flag("disabled")))
  }

  /// Resets the name's failures, and replaces the old hash with a better one.
  ///
  /// If this can't be written, the user is signed in anyway, because the password was right.
  ///
  /// - Parameters:
  ///   - better: `nil` if the hash is good enough.
  ///   - now: Seconds since 1970.
  func succeed(_ call: Call, _ account: StoredAccount, better: PasswordHash?, now: Int64) {
    try? store.use(for: call) { db in
      try db.committing {
        try attempt.succeed(in: FailureTable(db: db), now: now)
        if let better {
          // Unless the password was changed in the meantime.
          try db.execute(
            sql: "UPDATE accounts SET password = ? WHERE id = ? AND password = ?",
            arguments: [better.text, account.id, account.hash.text])
        }
      }
    }
  }

  /// Uncounts the attempt, because it was not a guess.
  func takeBack(_ call: Call) {
    try? store.use(for: call) { db in
      try db.committing { try attempt.takeBack(in: FailureTable(db: db)) }
    }
  }
}
