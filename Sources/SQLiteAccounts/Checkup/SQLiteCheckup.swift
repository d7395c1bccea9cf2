import Accounts
import GRDB
import Runtime
import Secrets

extension SQLiteAccounts: Examinable {
  /// Checks the store without creating one.
  package func checkup() async -> [Finding] {
    let call = Call()
    let findings = await storeroom.run { [store] in store.findings(call) }
    return await findings + [hashFinding()]
  }

  /// Measures how long hashing a password takes. OWASP recommends less than a second.
  private func hashFinding() async -> Finding {
    let subject = "password hash"
    let cost = "argon2id, \(cost.memory >> 10) KiB, \(cost.passes) passes"
    let stopwatch = Stopwatch(clock)
    do throws(HashFailure) {
      try await hashing.attempt { [cost = self.cost] () throws(HashFailure) in
        try PasswordHash.compareWithNone(Secret("a password of some length"), cost: cost)
      }
    } catch {
      return Finding(
        .error, subject, "\(cost): there is not enough memory",
        advice: SQLiteStoreError.Problem.outOfMemory.remedy(""))
    }
    let time = stopwatch.elapsed
    let detail = "\(cost): \(Int((time / .milliseconds(1)).rounded())) ms"
    return time <= .seconds(1)
      ? Finding(.ok, subject, detail)
      : Finding(.warning, subject, detail, advice: "use a faster machine")
  }
}

extension SQLiteStoreError {
  /// The finding for a store that could not even be opened.
  package var finding: Finding {
    Finding(.error, "sqlite store", "\(path): \(problem.what)", advice: problem.remedy(path))
  }
}

extension Store {
  /// Checks the store. If something prevents further checks, that is the last finding.
  func findings(_ call: Call) -> [Finding] {
    var findings: [Finding] = []
    do throws(SQLiteStoreError) {
      if let file {
        let content = try file.examine()
        if content != .none { findings.append(file.ownershipFinding) }
        findings += [file.folderFinding, file.spaceFinding]
        try file.tryFolder()
        if content == .none {
          return findings + [
            Finding(.ok, "sqlite store", "\(path): not there yet; the first sign-up creates it")
          ]
        }
      }
      findings.append(Finding(.ok, "sqlite store", path))
      findings += try use(for: call) { db in
        [try durability(db), try integrity(db), try content(db), try probe(db)]
      }
    } catch {
      findings.append(error.finding)
    }
    return findings
  }

  private func durability(_ db: Database) throws -> Finding {
    let journal = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? "none"
    let level = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? 0
    let detail = "journal \(journal), synchronous \(level == 2 ? "full" : "\(level)")"
    if file == nil {
      return Finding(
        .warning, "sqlite durability", "\(detail): in memory, so nothing is kept",
        advice: "name a file with --sqlite-path")
    }
    return journal == "wal" && level == 2
      ? Finding(.ok, "sqlite durability", detail)
      : Finding(
        .error, "sqlite durability", "\(detail): an account may be lost in a power failure",
        advice: "keep the store on a local file system")
  }

  private func integrity(_ db: Database) throws -> Finding {
    let found = try String.fetchAll(db, sql: "PRAGMA quick_check(3)")
    let subject = "sqlite integrity"
    if found == ["ok"] { return Finding(.ok, subject, "quick_check found no errors") }
    let problem = SQLiteStoreError.Problem.corrupt(found.joined(separator: "; "))
    return Finding(.error, subject, problem.what, advice: problem.remedy(path))
  }

  private func content(_ db: Database) throws -> Finding {
    let schema = try Schema.current(db)
    let accounts = try Int.fetchOne(db, sql: "SELECT count(*) FROM accounts") ?? 0
    return Finding(.ok, "sqlite content", "schema \(schema), accounts: \(accounts)")
  }

  /// Creates an account with an answer, checks that it can't be created twice, and removes it, in a
  /// transaction that is rolled back.
  private func probe(_ db: Database) throws -> Finding {
    let subject = "sqlite probe"
    let name = "probe " + randomWord()
    var isRefused = false
    var isRemoved = false
    func insert(_ db: Database) throws {
      try db.insertAccount(name, key: name, password: "", attempt: randomWord(), created: 0)
    }
    try db.inTransaction(.immediate) {
      try insert(db)
      let (id, table) = (db.lastInsertedRowID, AnswerTable(db: db))
      let answers = [Answer("probe", name)]
      try table.add(answers, to: id)
      let isAnswered = try table.answers(of: id) == answers
      do { try insert(db) } catch let error as DatabaseError {
        isRefused = error.resultCode == .SQLITE_CONSTRAINT
      }
      try db.execute(sql: "DELETE FROM accounts WHERE name_key = ?", arguments: [name])
      isRemoved = try db.changesCount == 1 && isAnswered && table.answers(of: id).isEmpty
      return .rollback
    }
    return isRefused && isRemoved
      ? Finding(.ok, subject, "an account can be created, but not twice, and removed")
      : Finding(
        .error, subject,
        isRefused ? "an account can't be removed" : "an account can be created twice",
        advice: "restore a backup of the store")
  }
}
