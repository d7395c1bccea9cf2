import Accounts
import GRDB
import Runtime

/// Counts failed sign-ins to a remote service in a local store.
package final class SQLiteFailures: FailureCounting {
  private let store: Store
  private let place: String
  private let machine: String?
  private let now: @Sendable () -> Int64
  private let storeroom = BlockingExecutor.thread(BlockingThread())

  /// - Parameters:
  ///   - path: The file of the store, created when it is first needed, or `:memory:` for a store
  ///     that lives as long as this object.
  ///   - place: Distinguishes the service from others that share the store, such as its URL.
  ///   - machine: Where sign-ins come from; see `CountedAttempt`.
  ///   - timeout: The time limit of a call; see `LockPatience`.
  ///   - now: The wall clock, in seconds since 1970.
  /// - Throws: If the store can't be used until the operator fixes something.
  package init(
    path: String, place: String, machine: String?, timeout: Duration,
    now: @escaping @Sendable () -> Int64
  ) throws(SQLiteStoreError) {
    store = try Store(path, patience: LockPatience(timeout: timeout))
    (self.place, self.machine, self.now) = (place, machine, now)
  }

  package func begin(_ username: Username) async throws -> SignInResult? {
    guard let attempt = attempt(username) else { return .wrongCredentials }
    do {
      return try await change { try attempt.begin(in: $0) }
    } catch let error as SQLiteStoreError {
      // If failures can't be counted, their number is unlimited.
      return .unknown(error.reason)
    }
  }

  package func succeed(_ username: Username) async {
    guard let attempt = attempt(username) else { return }
    try? await change { try attempt.succeed(in: $0) }
  }

  package func takeBack(_ username: Username) async {
    guard let attempt = attempt(username) else { return }
    try? await change { try attempt.takeBack(in: $0) }
  }

  /// Returns `nil` for a name that no account can have.
  private func attempt(_ username: Username) -> CountedAttempt? {
    guard AccountName(username) != nil else { return nil }
    return AccountName(Username(place + "\n" + username.text)).map {
      CountedAttempt(name: $0, machine: machine, now: now())
    }
  }

  private func change<Answer: Sendable>(
    _ body: @escaping @Sendable (FailureTable) throws -> Answer
  ) async throws -> Answer {
    // This call is never cancelled: once an attempt has begun, it counts.
    let call = Call()
    return try await storeroom.attempt { [store] () throws(SQLiteStoreError) in
      try store.use(for: call) { db in
        try db.committing { try body(FailureTable(db: db)) }
      }
    }
  }
}
