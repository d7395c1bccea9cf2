import Accounts
import GRDB
import Secrets

/// A sign-in's steps in the store.
struct SigningIn: Sendable {
  let store: Store
  let name: AccountName
  /// Where the attempt comes from; nil where that doesn't matter.
  let machine: Machine?

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
          step = try counted(FailureTable(db: db), now) ?? .compare(candidate(db))
          return .commit
        }
        return step
      }
    } catch {
      // A failure that can't be counted would be one of any number.
      return .done(.unknown(error.problem == .busy ? .storeBusy : .storeFailed))
    }
  }

  /// Counts the attempt by name and by machine. Where it has to wait by one of them, it has not begun by the
  /// other either.
  private func counted(_ table: FailureTable, _ now: Int64) throws -> Step? {
    var counters = [try Counter(table, table.hash(of: name), .byName)]
    if let machine { counters.append(try Counter(table, table.hash(of: machine), .byMachine)) }
    for index in counters.indices { counters[index].begin(at: now) }
    let waiting = counters.filter { $0.rest > 0 }
    for counter in waiting.isEmpty ? counters : waiting { try counter.write(to: table) }
    return waiting.max { $0.rest < $1.rest }.map {
      .done(.tooManyFailures(.seconds($0.rest), isOfMachine: $0.rule == .byMachine))
    }
  }

  private func candidate(_ db: Database) throws -> Candidate {
    let row = try Row.fetchOne(
      db, sql: "SELECT id, password, disabled FROM accounts WHERE name_key = ?",
      arguments: [name.key])
    guard let row else { return .nobody }
    guard let hash = PasswordHash(row["password"]) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a hash is none")
    }
    return .account(Account(id: row["id"], hash: hash, isDisabled: row["disabled"]))
  }

  /// Forgets the name's failures, which are forgiven its machine too, and puts a better hash in the place of the old one.
  ///
  /// Who was right has signed in, even where this can't be written.
  ///
  /// - Parameter better: nil where the hash is good enough.
  func succeed(_ call: Call, _ account: Account, better: PasswordHash?) {
    try? store.use(for: call) { db in
      try db.inTransaction(.immediate) {
        let table = FailureTable(db: db)
        let hash = try table.hash(of: name)
        try forgive(try table.failures(hash).count, table)
        try table.forget(hash)
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
        let table = FailureTable(db: db)
        let hash = try table.hash(of: name)
        var failures = try table.failures(hash)
        failures.takeBack()
        try table.set(failures, hash)
        try forgive(1, table)
        return .commit
      }
    }
  }

  /// Takes attempts back from among the machine's.
  private func forgive(_ attempts: Int, _ table: FailureTable) throws {
    guard let hash = try machine.map(table.hash) else { return }
    var failures = try table.failures(hash)
    failures.takeBack(attempts)
    try table.set(failures, hash)
  }
}

/// A row of the failures, while an attempt is counted.
private struct Counter {
  let hash: String
  let rule: Failures.Rule
  private let before: Failures
  private var failures: Failures
  /// Seconds that the attempt has to wait; zero where it may go on.
  private(set) var rest: Int64 = 0

  init(_ table: FailureTable, _ hash: String, _ rule: Failures.Rule) throws {
    (self.hash, self.rule) = (hash, rule)
    before = try table.failures(hash)
    failures = before
  }

  mutating func begin(at now: Int64) { rest = failures.begin(at: now, by: rule) ?? 0 }

  /// Who only waits writes nothing, unless the clock went back.
  func write(to table: FailureTable) throws {
    if failures != before { try table.set(failures, hash) }
  }
}
