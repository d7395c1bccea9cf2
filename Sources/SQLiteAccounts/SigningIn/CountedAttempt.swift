import Accounts

/// An attempt to sign in, as it is counted: by name, and by the machine that it comes from.
struct CountedAttempt: Sendable {
  let name: AccountName
  /// Nil where that doesn't matter.
  let machine: Machine?

  /// Counts it as a failure until it succeeds. Where it has to wait by name or by machine, it has not begun by
  /// the other either.
  ///
  /// - Parameter now: seconds since 1970.
  /// - Returns: that it has to wait; nil where it may go on.
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

  /// What the name's failures are counted by: on a machine that is known to be its owner's, apart from all
  /// others.
  private func hash(in table: FailureTable) throws -> String {
    if let machine {
      let pair = try table.hash(of: name, on: machine)
      if try KnownMachines(db: table.db).hold(pair) { return pair }
    }
    return try table.hash(of: name)
  }

  /// Forgets the name's failures, forgives them its machine, and knows the machine from now on.
  ///
  /// - Parameter now: seconds since 1970.
  func succeed(in table: FailureTable, now: Int64) throws {
    let (own, all) = (try hash(in: table), try table.hash(of: name))
    try forgive(try table.failures(own).count, table)
    for hash in [own, all] { try table.forget(hash) }
    guard let machine else { return }
    let pair = try table.hash(of: name, on: machine)
    try KnownMachines(db: table.db).add(pair, of: all, now: now)
  }

  /// Takes it back, as it was no guess.
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
