import Accounts
import GRDB
import Runtime
import Secrets
import Synchronization

/// Accounts in an SQLite store on this machine.
///
/// Two threads do the work: one uses the store, and the other makes hashes, so that a query for a
/// name doesn't wait for another user's password. Nothing is started or created before the first
/// call.
package final class SQLiteAccounts: AccountService {
  let store: Store
  let cost: HashCost
  let clock: any Clock<Duration>
  let now: @Sendable () -> Int64
  let attempts = SignUpAttempts()
  let machine: String?
  private let isReserved: @Sendable (String) -> Bool
  /// The last user to sign in: the key of the name, and the ID of the account.
  let lastEntered = Mutex<(key: String, id: Int64)?>(nil)
  /// Where the store is used.
  let storeroom: BlockingExecutor
  /// Where hashes are made.
  let hashing: BlockingExecutor

  /// Checks whether the store is usable, without creating anything yet.
  ///
  /// - Parameters:
  ///   - path: The file of the store, or `:memory:` for a store that lives as long as this object.
  ///   - timeout: The time limit of a call; see `LockPatience`.
  ///   - cost: The cost of new password hashes, and of older ones after the next sign-in.
  ///   - runsInline: Whether each call works on its caller's thread and returns without suspending,
  ///     for virtual time.
  ///   - machine: Where sign-ins come from; see `CountedAttempt`. Failures delay further attempts
  ///     from there.
  ///   - isReserved: Whether a name, given in lowercase, is reserved. A reserved name counts as
  ///     taken although no account has it. May block.
  ///   - clock: Measures how long a hash takes in `checkup`.
  ///   - now: The wall clock, in seconds since 1970. It may jump.
  ///   - wholeCheck: The size in bytes up to which a store is read completely before it is used.
  ///   - pause: Blocks the calling thread for a while.
  /// - Throws: If the store can't be used until the operator fixes something. If another program
  ///   has locked the store, each call waits instead.
  package init(
    path: String, timeout: Duration, cost: HashCost = .usual, runsInline: Bool = false,
    machine: String? = nil, isReserved: @escaping @Sendable (String) -> Bool = { _ in false },
    clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64,
    wholeCheck: Int = Store.wholeCheck,
    pause: @escaping @Sendable (Duration) -> Void = LockPatience.sleep
  ) throws(SQLiteStoreError) {
    store = try Store(
      path, patience: LockPatience(timeout: timeout, pause: pause), wholeCheck: wholeCheck)
    self.isReserved = isReserved
    (self.cost, self.machine, self.clock, self.now) = (cost, machine, clock, now)
    storeroom = runsInline ? .inline : .thread(BlockingThread())
    hashing = runsInline ? .inline : .thread(BlockingThread())
  }

  package func availability(of username: Username) async throws -> Availability {
    guard let name = AccountName(username) else { return .unknown(.nonsense) }
    if await reserves(name) { return .taken }
    do {
      return try await inStore(.deferred) { db in
        let count = try Int.fetchOne(
          db, sql: "SELECT count(*) FROM accounts WHERE name_key = ?", arguments: [name.key])
        return count == 0 ? .available : .taken
      }
    } catch let error as SQLiteStoreError {
      return .unknown(error.reason)
    }
  }

  private func reserves(_ name: AccountName) async -> Bool {
    await storeroom.run { [isReserved] in isReserved(name.key) }
  }

  package func signUp(_ registration: Registration) async throws -> SignUpResult {
    guard let name = AccountName(registration.username) else {
      return .refused(.invalidUsername)
    }
    let password = registration.password
    return try await Call.run { [attempts] call in
      let attempt = attempts.begin(Username(name.key), registration)
      attempt.mayExist = true
      // Not only when the call ends: by then, the user may have tried again.
      return try await withTaskCancellationHandler {
        let signingUp = SigningUp(
          store: store, name: name, attempt: attempt.id, answers: registration.answers)
        let result = try await signUp(signingUp, password, call)
        switch result {
        case .signedUp, .taken: break
        // The account may exist, if only because of an earlier call of the same attempt.
        case .unknown, .notAsked, .refused: attempts.keep(attempt)
        }
        return result
      } onCancel: {
        attempts.keep(attempt)
      }
    }
  }

  package func page(of username: Username?) -> String? { nil }

  /// Closes the store until its next use. Unless other programs use it, this moves the contents of
  /// its `-wal` file into the store.
  package func close() async {
    await storeroom.run { [store] in store.close() }
  }

  package var keepsAccounts: Bool { true }

  package var keepsAnswers: Bool { true }

  package var allowsSuggestions: Bool { true }
}

extension SQLiteAccounts {
  private func signUp(
    _ signingUp: SigningUp, _ password: Secret, _ call: Call
  ) async throws -> SignUpResult {
    if await reserves(signingUp.name) { return .taken }
    if let result = await storeroom.run({ signingUp.look(call) }) { return result }
    if call.isCancelled { throw CancellationError() }
    let hash: PasswordHash
    do throws(HashFailure) {
      hash = try await hashing.attempt { [cost] () throws(HashFailure) in
        try PasswordHash.make(of: password, cost: cost)
      }
    } catch {
      return .refused(.outOfMemory)
    }
    let created = now()
    let result = await storeroom.run { signingUp.make(call, hash: hash, created: created) }
    guard let result else { throw CancellationError() }
    return result
  }
}
