import Accounts
import Secrets
import Synchronization
import Threads

/// Accounts in an SQLite store on this machine.
///
/// Two threads of its own do the work: one has the store, the other makes hashes, so that nobody who asks
/// for a name waits for somebody's password. Nothing is started or made before the first call.
package final class SQLiteAccounts: AccountService {
  let store: Store
  let cost: HashCost
  let clock: any Clock<Duration>
  let now: @Sendable () -> Int64
  let attempts = Attempts()
  private let machine: Machine?
  private let isReserved: @Sendable (String) -> Bool
  /// Who signed in last: the name's key, and the account's id.
  let lastEntered = Mutex<(key: String, id: Int64)?>(nil)
  /// Where the store is used.
  let storeroom: Place
  /// Where hashes are made.
  let hashing: Place

  /// The longest that a call waits for other programs which hold the store.
  package static let longestWait = Duration.seconds(5)

  /// Looks whether the store can be used, and makes nothing yet.
  ///
  /// - Parameters:
  ///   - path: the store's file, or `:memory:` for a store that dies with this object.
  ///   - timeout: how long a call may take. Of that, it waits no more than 4/5, and no more than
  ///     `longestWait`, for other programs which hold the store.
  ///   - cost: of new passwords' hashes, and of older ones after the next sign-in.
  ///   - runsInline: whether each call does its work on its caller's thread, and answers before it suspends
  ///     for the first time: for virtual time.
  ///   - machine: where sign-ins come from: failures slow down those that come from there; nil where they
  ///     are not to be counted so.
  ///   - isReserved: whether a new account may not have a name, given in lower case. It is then taken, although no
  ///     account has it. It may block.
  ///   - clock: tells `checkup` how long a hash takes.
  ///   - now: the wall clock, in seconds since 1970. It may jump.
  /// - Throws: where the store can't be used until somebody mends something. One that another program
  ///   holds is waited for at each call.
  package convenience init(
    path: String, timeout: Duration, cost: HashCost = .usual, runsInline: Bool = false,
    machine: Machine? = nil, isReserved: @escaping @Sendable (String) -> Bool = { _ in false },
    clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64
  ) throws(SQLiteStoreError) {
    try self.init(
      path: path, timeout: timeout, cost: cost, runsInline: runsInline, machine: machine,
      isReserved: isReserved, clock: clock, now: now, pause: Patience.sleep)
  }

  /// - Parameters:
  ///   - wholeCheck: bytes up to which a store is read whole before it is used.
  ///   - pause: lets some time pass on the calling thread.
  init(
    path: String, timeout: Duration, cost: HashCost, runsInline: Bool, machine: Machine? = nil,
    isReserved: @escaping @Sendable (String) -> Bool = { _ in false },
    clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64,
    wholeCheck: Int = Store.wholeCheck, pause: @escaping @Sendable (Duration) -> Void
  ) throws(SQLiteStoreError) {
    // A part of the timeout, so that there is an answer that says why before it is over.
    let patience = Patience(limit: min(timeout * 4 / 5, Self.longestWait), pause: pause)
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
      return .refused(Message(.invalidUsername))
    }
    let password = registration.password
    return try await Call.run { [attempts] call in
      let attempt = attempts.begin(name, password)
      // At once, and not when the call is over: by then, it may have been tried again.
      return try await withTaskCancellationHandler {
        let signingUp = SigningUp(store: store, name: name, attempt: attempt.id)
        let result = try await signUp(signingUp, password, call)
        if case .unknown = result { attempts.leaveUnresolved(attempt) }
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

  /// Closes the store, until it is used again. What stands beside it in its `-wal` file is then in the store's
  /// own, unless other programs use it.
  package func close() async {
    await storeroom.run { [store] in store.close() }
  }

  package var keepsAccounts: Bool { true }
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
      return .refused(Message(.outOfMemory))
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
        return .refused(Message(.outOfMemory))
      }
    }
  }

  private func succeed(
    _ signingIn: SigningIn, _ account: SigningIn.Account, _ password: Secret, _ call: Call
  ) async -> SignInResult {
    // Where there is no memory for a better hash, the old one has to do.
    let better = await hashing.run { [cost] in
      account.hash.costToRaise(to: cost).flatMap { try? PasswordHash.make(of: password, cost: $0) }
    }
    let now = now()
    await storeroom.run { signingIn.succeed(call, account, better: better, now: now) }
    if account.isDisabled {
      return .refused(Message(.accountInactive))
    }
    lastEntered.withLock { $0 = (signingIn.name.key, account.id) }
    return .signedIn(Receipt(message: Message(.signedIn), page: nil))
  }
}

extension SigningIn.Candidate {
  /// Whether the password is theirs. It takes the same work where nobody is there.
  fileprivate func has(_ password: Secret, _ cost: HashCost) throws(HashFailure) -> Bool {
    switch self {
    case .account(let account): return try account.hash.isOf(password)
    case .nobody:
      try PasswordHash.compareWithNone(password, cost: cost)
      return false
    }
  }
}
