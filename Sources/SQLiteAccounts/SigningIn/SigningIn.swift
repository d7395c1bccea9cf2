import Accounts
import GRDB
import Secrets
import Synchronization

extension SQLiteAccounts {
  package func signIn(_ credentials: Credentials) async throws -> SignInResult {
    guard let name = AccountName(credentials.username) else { return .wrongCredentials }
    return try await Call.run { call in
      let attempt = CountedAttempt(name: name, machine: machine, now: now())
      let signingIn = SigningIn(store: store, attempt: attempt, call: call)
      return await signIn(signingIn, credentials.password)
    }
  }

  private func signIn(_ signingIn: SigningIn, _ password: Secret) async -> SignInResult {
    let step = await storeroom.run { signingIn.begin() }
    do throws(HashFailure) {
      switch step {
      case .done(let result): return result
      case .nobody:
        // The same work as for an account.
        try await hashing.attempt { [cost] () throws(HashFailure) in
          try PasswordHash.compareWithNone(password, cost: cost)
        }
        return .wrongCredentials
      case .account(let account):
        let isRight = try await hashing.attempt { () throws(HashFailure) in
          try account.hash.isOf(password)
        }
        return isRight ? await succeed(signingIn, account, password) : .wrongCredentials
      }
    } catch {
      await storeroom.run { signingIn.takeBack() }
      return .refused(.outOfMemory)
    }
  }

  private func succeed(
    _ signingIn: SigningIn, _ account: SigningIn.StoredAccount, _ password: Secret
  ) async -> SignInResult {
    // If there is not enough memory for a better hash, keep the old one.
    let better = await hashing.run { [cost] in
      account.hash.costToRaise(to: cost).flatMap { try? PasswordHash.make(of: password, cost: $0) }
    }
    await storeroom.run { signingIn.succeed(account, better: better) }
    if account.isDisabled { return .refused(.accountInactive) }
    lastEntered.withLock { $0 = (signingIn.attempt.name.key, account.id) }
    return .signedIn(Receipt(page: nil))
  }
}

/// The steps of a sign-in that use the store.
private struct SigningIn: Sendable {
  let store: Store
  let attempt: CountedAttempt
  let call: Call

  struct StoredAccount: Sendable {
    let id: Int64
    let hash: PasswordHash
    let isDisabled: Bool
  }

  /// What to do after the attempt was counted.
  enum Step: Sendable {
    case done(SignInResult)
    /// The name has no account.
    case nobody
    case account(StoredAccount)
  }

  /// Finds the hash to compare the password with, and counts the attempt as a failure until it
  /// succeeds. Both cases, with and without an account, take the same path.
  func begin() -> Step {
    do {
      return try change { db, table in
        try attempt.begin(in: table).map { .done($0) }
          ?? account(db).map { .account($0) } ?? .nobody
      }
    } catch {
      // If failures can't be counted, their number is unlimited.
      return .done(.unknown(error.reason))
    }
  }

  private func account(_ db: Database) throws -> StoredAccount? {
    let sql = "SELECT id, password, disabled FROM accounts WHERE name_key = ?"
    return try db.row(sql, [attempt.name.key]) { row in
      guard let hash = PasswordHash(try row.text("password")) else {
        throw DatabaseError.damagedColumn
      }
      return StoredAccount(
        id: try row.integer("id"), hash: hash, isDisabled: try row.flag("disabled"))
    }
  }

  /// Resets the name's failures, and replaces the old hash with a better one.
  ///
  /// If this can't be written, the user is signed in anyway, because the password was right.
  ///
  /// - Parameter better: `nil` if the hash is good enough.
  func succeed(_ account: StoredAccount, better: PasswordHash?) {
    try? change { db, table in
      try attempt.succeed(in: table)
      guard let better else { return }
      // Unless the password was changed in the meantime.
      try db.execute(
        sql: "UPDATE accounts SET password = ? WHERE id = ? AND password = ?",
        arguments: [better.text, account.id, account.hash.text])
    }
  }

  /// Uncounts the attempt, because it was not a guess.
  func takeBack() { try? change { try attempt.takeBack(in: $1) } }

  private func change<Answer: Sendable>(
    _ body: (Database, FailureTable) throws -> Answer
  ) throws(SQLiteStoreError) -> Answer {
    try store.use(for: call) { db in try db.committing { try body(db, FailureTable(db: db)) } }
  }
}
