import Accounts
import GRDB
import Secrets

/// A sign-in's steps in the store.
struct SigningIn: Sendable {
  let store: Store
  let attempt: CountedAttempt

  var name: AccountName { attempt.name }

  /// Who the password is compared with.
  enum Candidate: Sendable {
    /// Nobody has the name.
    case nobody
    case account(Account)
  }

  struct Account: Sendable {
    let id: Int64
    let hash: PasswordHash
    let isDisabled: Bool
  }

  enum Step: Sendable {
    case done(SignInResult)
    case compare(Candidate)
  }

  /// Finds whom the password is to be compared with, and counts the attempt as a failure until it succeeds.
  /// It takes the same way whether or not anybody has the name.
  ///
  /// - Parameter now: seconds since 1970.
  func begin(_ call: Call, now: Int64) -> Step {
    do {
      return try store.use(for: call) { db in
        var step = Step.done(.unknown(.storeFailed))
        try db.inTransaction(.immediate) {
          let refusal = try attempt.begin(in: FailureTable(db: db), now: now)
          step = try refusal.map { .done($0) } ?? .compare(candidate(db))
          return .commit
        }
        return step
      }
    } catch {
      // A failure that can't be counted would be one of any number.
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
      Account(id: try row.integer("id"), hash: hash, isDisabled: try row.flag("disabled")))
  }

  /// Forgets the name's failures, and puts a better hash in the place of the old one.
  ///
  /// Who was right has signed in, even where this can't be written.
  ///
  /// - Parameters:
  ///   - better: nil where the hash is good enough.
  ///   - now: seconds since 1970.
  func succeed(_ call: Call, _ account: Account, better: PasswordHash?, now: Int64) {
    try? store.use(for: call) { db in
      try db.inTransaction(.immediate) {
        try attempt.succeed(in: FailureTable(db: db), now: now)
        if let better {
          // Unless the password has been changed meanwhile.
          try db.execute(
            sql: "UPDATE accounts SET password = ? WHERE id = ? AND password = ?",
            arguments: [better.text, account.id, account.hash.text])
        }
        return .commit
      }
    }
  }

  /// Takes the attempt back, which was no guess.
  func takeBack(_ call: Call) {
    try? store.use(for: call) { db in
      try db.inTransaction(.immediate) {
        try attempt.takeBack(in: FailureTable(db: db))
        return .commit
      }
    }
  }
}
