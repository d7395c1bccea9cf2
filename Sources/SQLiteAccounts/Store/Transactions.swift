import GRDB

extension Database {
  /// Runs the closure in a transaction, commits it, and returns the closure's result.
  func committing<Answer>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Answer
  ) throws -> Answer {
    var answer: Answer?
    try inTransaction(kind) {
      answer = try body()
      return .commit
    }
    return answer!
  }
}

extension SQLiteAccounts {
  /// Runs a change, or a read of several things, in a transaction of its own. If it is cancelled
  /// before its end, it changes nothing.
  ///
  /// - Parameters:
  ///   - makes: Whether to create the store if there is none.
  ///   - kind: `deferred` if `body` only reads.
  func inStore<Answer: Sendable>(
    makes: Bool = true, _ kind: Database.TransactionKind = .immediate,
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    let answer = try await Call.run { call in
      try await storeroom.attempt { [store] () throws(SQLiteStoreError) in
        try store.use(for: call, makes: makes) { db in
          var answer: Answer?
          try db.inTransaction(kind) {
            let found = try body(db)
            if call.isCancelled { return .rollback }
            answer = found
            return .commit
          }
          return answer
        }
      }
    }
    guard let answer else { throw CancellationError() }
    return answer
  }
}
