import Accounts
import GRDB
import Threads

/// Counts the failures to sign in at a service elsewhere, in a store of their own.
package final class SQLiteFailures: FailureCounting {
  private let store: Store
  private let place: String
  private let machine: Machine?
  private let now: @Sendable () -> Int64
  private let storeroom = Place.thread(BlockingThread())

  /// - Parameters:
  ///   - path: the store's file, made when it is first needed; or `:memory:`, for as long as this object lives.
  ///   - place: tells the service from others whose failures are counted in the same store, such as its URL.
  ///   - machine: where sign-ins come from; nil where they are not to be counted so.
  ///   - timeout: of a call; see `SQLiteAccounts`.
  ///   - now: the wall clock, in seconds since 1970.
  /// - Throws: where the store can't be used until somebody mends something.
  package init(
    path: String, place: String, machine: Machine?, timeout: Duration,
    now: @escaping @Sendable () -> Int64
  ) throws(SQLiteStoreError) {
    let limit = min(timeout * 4 / 5, SQLiteAccounts.longestWait)
    store = try Store(StorePath(path), patience: Patience(limit: limit, pause: Patience.sleep))
    (self.place, self.machine, self.now) = (place, machine, now)
  }

  package func begin(_ username: Username) async throws -> SignInResult? {
    guard let attempt = attempt(username) else { return .wrongCredentials }
    let now = now()
    do {
      return try await change { try attempt.begin(in: $0, now: now) }
    } catch let error as SQLiteStoreError {
      // A failure that can't be counted would be one of any number.
      return .unknown(error.problem == .busy ? .storeBusy : .storeFailed)
    }
  }

  package func succeed(_ username: Username) async {
    guard let attempt = attempt(username) else { return }
    let now = now()
    try? await change { try attempt.succeed(in: $0, now: now) }
  }

  package func takeBack(_ username: Username) async {
    guard let attempt = attempt(username) else { return }
    try? await change { try attempt.takeBack(in: $0) }
  }

  /// Nil for a name that no account can have.
  private func attempt(_ username: Username) -> CountedAttempt? {
    guard AccountName(username) != nil else { return nil }
    return AccountName(Username(place + "\n" + username.text)).map {
      CountedAttempt(name: $0, machine: machine)
    }
  }

  private func change<Answer: Sendable>(
    _ body: @escaping @Sendable (FailureTable) throws -> Answer
  ) async throws -> Answer {
    // To the end, whoever gives the call up: what has begun counts.
    let call = Call()
    return try await storeroom.attempt { [store] () throws(SQLiteStoreError) in
      try store.use(for: call) { db in
        var answer: Answer?
        try db.inTransaction(.immediate) {
          answer = try body(FailureTable(db: db))
          return .commit
        }
        return answer!
      }
    }
  }
}
