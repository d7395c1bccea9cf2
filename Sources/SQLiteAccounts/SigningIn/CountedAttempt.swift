import Accounts

/// An attempt to sign in, as it is counted: by name, and by the machine that it comes from.
struct CountedAttempt: Sendable {
  let name: AccountName
  /// An address, or any other name that is the same for all attempts from there; `nil` if attempts
  /// are not counted by machine.
  let machine: String?
  /// Seconds since 1970.
  let now: Int64

  /// Counts the attempt as a failure until it succeeds. If either counter makes it wait, the other
  /// one doesn't count it.
  ///
  /// - Returns: The result for an attempt that must wait, or `nil` if it may proceed.
  func begin(in table: FailureTable) throws -> SignInResult? {
    var rows = [(hash: try hash(in: table), rule: Failures.Rule.byName)]
    if let machine { rows.append((try table.hash(ofMachine: machine), .byMachine)) }
    let counters = try rows.map { row in
      var failures = try table.failures(row.hash)
      let rest = failures.begin(at: now, by: row.rule) ?? 0
      return (row: row, failures: failures, rest: rest)
    }
    let waiting = counters.filter { $0.rest > 0 }
    for (row, failures, _) in waiting.isEmpty ? counters : waiting {
      try table.set(failures, row.hash)
    }
    return waiting.max { $0.rest < $1.rest }.map {
      .tooManyFailures(.seconds($0.rest), isOfMachine: $0.row.rule == .byMachine)
    }
  }

  /// Returns the hash under which the name's failures are counted: its own on a known machine.
  private func hash(in table: FailureTable) throws -> String {
    if let machine {
      let pair = try table.hash(of: name, on: machine)
      if try table.isKnown(pair) { return pair }
    }
    return try table.hash(of: name)
  }

  /// Resets the name's failures, subtracts them from those of the machine, and remembers the
  /// machine.
  func succeed(in table: FailureTable) throws {
    let (own, all) = (try hash(in: table), try table.hash(of: name))
    try forgive(try table.failures(own).count, table)
    for hash in [own, all] { try table.forget(hash) }
    guard let machine else { return }
    try table.addKnown(try table.hash(of: name, on: machine), of: all, now: now)
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
    guard let hash = try machine.map(table.hash(ofMachine:)) else { return }
    var failures = try table.failures(hash)
    failures.takeBack(attempts)
    try table.set(failures, hash)
  }
}
