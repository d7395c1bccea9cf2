import Accounts
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
  let attempts = StoreAttempts()
  private let machine: Machine?
  private let isReserved: @Sendable (String) -> Bool
  /// The last user to sign in: the key of the name, and the ID of the account.
  let lastEntered = Mutex<(key: String, id: Int64)?>(nil)
  /// Where the store is used.
  let storeroom: BlockingExecutor
  /// Where hashes are made.
  let hashing: BlockingExecutor

  /// The longest that a call waits for other programs that have locked the store.
  package static let longestWait = Duration.seconds(5)

  /// Checks whether the store is usable, without creating anything yet.
  ///
  /// - Parameters:
  ///   - path: The file of the store, or `:memory:` for a store that lives as long as this object.
  ///   - timeout: The time limit of a call. The call waits for other programs that have locked the
  ///     store for at most 4/5 of it, and at most `longestWait`.
  ///   - cost: The cost of new password hashes, and of older ones after the next sign-in.
  ///   - runsInline: Whether each call works on its caller's thread and returns without suspending,
  ///     for virtual time.
  ///   - machine: Where sign-ins come from. Failures delay further attempts from there. `nil` if
  ///     failures should not be counted by machine.
  ///   - isReserved: Whether a name, given in lowercase, is reserved. A reserved name counts as
  ///     taken although no account has it. May block.
  ///   - clock: Measures how long a hash takes in `checkup`.
  ///   - now: The wall clock, in seconds since 1970. It may jump.
  /// - Throws: If the store can't be used until the operator fixes something. If another program
  ///   has locked the store, each call waits instead.
  package convenience init(
    path: String, timeout: Duration, cost: HashCost = .usual, runsInline: Bool = false,
    machine: Machine? = nil, isReserved: @escaping @Sendable (String) -> Bool = { _ in false },
    clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64
  ) throws(SQLiteStoreError) {
    try self.init(
      path: path, timeout: timeout, cost: cost, runsInline: runsInline, machine: machine,
      isReserved: isReserved, clock: clock, now: now, pause: LockPatience.sleep)
  }

  /// - Parameters:
  ///   - wholeCheck: The size in bytes up to which a store is read completely before it is used.
  ///   - pause: Blocks the calling thread for a while.
  init(
    path: String, timeout: Duration, cost: HashCost, runsInline: Bool, machine: Machine? = nil,
    isReserved: @escaping @Sendable (String) -> Bool = { _ in false },
    clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64,
    wholeCheck: Int = Store.wholeCheck, pause: @escaping @Sendable (Duration) -> Void
  ) throws(SQLiteStoreError) {
    // A part of the timeout, so that an answer with a reason arrives before the timeout.
    let patience = LockPatience(limit: min(timeout * 4 / 5, Self.longestWait), pause: pause)
    store = try Store(StorePath(path), patience: patience, wholeCheck: wholeCheck)
    self.isReserved = isReserved
    (self.cost, self.machine, self.clock, self.now) = (cost, machine, clock, now)
    storeroom = runsInline ? .inline : .thread(BlockingThread())
    hashing = runsInline ? .inline : .thread(BlockingThread())
  }

  package func availability(of username: Username) async throws -> Availability {
    guard let name = AccountName(username) else { return .unknown(.nonsense) }
    return try await Call.run { call in
      await storeroom.run { [store, isReserved] in
        isReserved(name.key) ? .taken : store.availability(of: name, call)
      }
    }
  }

  package func signUp(_ registration: Registration) async throws -> SignUpResult {
    guard let name = AccountName(registration.username) else {
      return .refused(.invalidUsername)
    }
    let password = registration.password
    return try await Call.run { [attempts] call in
      let attempt = attempts.begin(name, password)
      // Not only when the call ends: by then, the user may have tried again.
      return try await withTaskCancellationHandler {
        let signingUp = SigningUp(
          store: store, name: name, attempt: attempt.id, answers: registration.answers)
        let result = try await signUp(signingUp, password, call)
        switch result {
        case .signedUp, .taken: break
        // The account may exist, if only because of an earlier call of the same attempt.
        case .unknown, .notAsked, .refused: attempts.leaveUnresolved(attempt)
        }
        return result
      } onCancel: {
        attempts.leaveUnresolved(attempt)
      }
    }
  }

  package func signIn(_ credentials: Credentials) async throws -> SignInResult {
    guard let name = AccountName(credentials.username) else { return .wrongCredentials }
    return try await Call.run { call in
      let attempt = CountedAttempt(name: name, machine: machine)
      let signingIn = SigningIn(store: store, attempt: attempt)
      return try await signIn(signingIn, credentials.password, call)
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
    let isReserved = await storeroom.run { [isReserved] in isReserved(signingUp.name.key) }
    if isReserved { return .taken }
    if case .done(let result) = await storeroom.run({ signingUp.look(call) }) { return result }
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
    switch await storeroom.run({ signingUp.make(call, hash: hash, created: created) }) {
    case .done(let result): return result
    case .free, .cancelled: throw CancellationError()
    }
  }

  private func signIn(
    _ signingIn: SigningIn, _ password: Secret, _ call: Call
  ) async throws -> SignInResult {
    let now = now()
    switch await storeroom.run({ signingIn.begin(call, now: now) }) {
    case .done(let result): return result
    case .compare(let candidate):
      do throws(HashFailure) {
        let isRight = try await hashing.attempt { [cost] () throws(HashFailure) in
          try candidate.has(password, cost)
        }
        guard isRight, case .account(let account) = candidate else { return .wrongCredentials }
        return await succeed(signingIn, account, password, call)
      } catch {
        await storeroom.run { signingIn.takeBack(call) }
        return .refused(.outOfMemory)
      }
    }
  }

  private func succeed(
    _ signingIn: SigningIn, _ account: SigningIn.StoredAccount, _ password: Secret, _ call: Call
  ) async -> SignInResult {
    // If there is not enough memory for a better hash, keep the old one.
    let better = await hashing.run { [cost] in
      account.hash.costToRaise(to: cost).flatMap { try? PasswordHash.make(of: password, cost: $0) }
    }
    let now = now()
    await storeroom.run { signingIn.succeed(call, account, better: better, now: now) }
    if account.isDisabled {
      return .refused(.accountInactive)
    }
    lastEntered.withLock { $0 = (signingIn.name.key, account.id) }
    return .signedIn(Receipt(page: nil))
  }
}

extension SigningIn.Candidate {
  /// Whether the password is right. It does the same work if the name has no account.
  fileprivate func has(_ password: Secret, _ cost: HashCost) throws(HashFailure) -> Bool {
    switch self {
    case .account(let account): return try account.hash.isOf(password)
    case .nobody:
      try PasswordHash.compareWithNone(password, cost: cost)
      return false
    }
  }
}
