import Accounts

/// An attempt to sign in, as it is counted: by name, and by the machine that it comes from.
struct CountedAttempt: Sendable {
  let name: AccountName
  /// `nil` if attempts are not counted by machine.
  let machine: Machine?

  /// Counts the attempt as a failure until it succeeds. If either counter makes it wait, the other
  /// one doesn't count it.
  ///
  /// - Parameter now: Seconds since 1970.
  /// - Returns: The result for an attempt that must wait, or `nil` if it may proceed.
  func begin(in table: FailureTable, now: Int64) throws -> SignInResult? {
    var counters = [try Counter(table, hash(in: table), .byName)]
    if let machine { counters.append(try Counter(table, table.hash(of: machine), .byMachine)) }
    for index in counters.indices { counters[index].begin(at: now) }
    let waiting = counters.filter { $0.rest > 0 }
    for counter in waiting.isEmpty ? counters : waiting { try counter.write(to: table) }
    return waiting.max { $0.rest < $1.rest }.map {
      .tooManyFailures(.seconds($0.rest), isOfMachine: $0.rule == .byMachine)
    }
  }

  /// Returns the hash under which the name's failures are counted. Failures on a machine from which
  /// the owner has signed in before are counted separately.
  private func hash(in table: FailureTable) throws -> String {
    if let machine {
      let pair = try table.hash(of: name, on: machine)
      if try KnownMachines(db: table.db).hold(pair) { return pair }
    }
    return try table.hash(of: name)
  }

  /// Resets the name's failures, subtracts them from those of the machine, and remembers the
  /// machine.
  ///
  /// - Parameter now: Seconds since 1970.
  func succeed(in table: FailureTable, now: Int64) throws {
    let (own, all) = (try hash(in: table), try table.hash(of: name))
    try forgive(try table.failures(own).count, table)
    for hash in [own, all] { try table.forget(hash) }
    guard let machine else { return }
    let pair = try table.hash(of: name, on: machine)
    try KnownMachines(db: table.db).add(pair, of: all, now: now)
  }

  /// Uncounts the attempt, because it was not a guess.
  func takeBack(in table: FailureTable) throws {
    let hash = try hash(in: table)
    var failures = try table.failures(hash)
    failures.takeBack()
    try table.set(failures, hash)
    try forgive(1, table)
  }

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
  /// The seconds that the attempt must wait; zero if it may proceed.
  private(set) var rest: Int64 = 0

  init(_ table: FailureTable, _ hash: String, _ rule: Failures.Rule) throws {
    (self.hash, self.rule) = (hash, rule)
    before = try table.failures(hash)
    failures = before
  }

  mutating func begin(at now: Int64) { rest = failures.begin(at: now, by: rule) ?? 0 }

  /// Writes the row if it changed. An attempt that must wait changes it only if the clock went
  /// back.
  func write(to table: FailureTable) throws {
    if failures != before { try table.set(failures, hash) }
  }
}
