import Accounts
import GRDB
import Glibc
import Secrets
import Synchronization
import Testing

@testable import SQLiteAccounts

/// A wall clock that a test sets.
final class TestClock: Sendable {
  private let time = Mutex<Int64>(1_800_000_000)

  var now: Int64 {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}

/// A store, and what a test does with it.
struct TestStore: Sendable {
  let scratch = Scratch()
  let clock = TestClock()
  static let password = Secret("xqzv-kjwp-fmgh-ty9A")

  var path: String { scratch.store }

  /// Returns a service with the cheapest hashes.
  func service(
    path: String? = nil, timeout: Duration = .seconds(10), cost: HashCost = .least,
    runsInline: Bool = true, machine: String? = nil, wholeCheck: Int = Store.wholeCheck,
    pause: @escaping @Sendable (Duration) -> Void = LockPatience.sleep
  ) throws(SQLiteStoreError) -> SQLiteAccounts {
    try SQLiteAccounts(
      path: path ?? self.path, timeout: timeout, cost: cost, runsInline: runsInline,
      machine: machine, clock: ContinuousClock(), now: { [clock] in clock.now },
      wholeCheck: wholeCheck, pause: pause)
  }

  /// Returns a service with the account octocat.
  func signedUp(machine: String? = nil) async throws -> SQLiteAccounts {
    let service = try service(machine: machine)
    #expect(try await service.signUp("octocat") == .created)
    return service
  }

  /// Returns another program's connection.
  func connection() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { $0.add(function: Store.textKey) }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Changes the store, as another program might.
  func change(_ sql: String, _ arguments: StatementArguments = []) throws {
    try connection().write { try $0.execute(sql: sql, arguments: arguments) }
  }

  /// Returns the first column of a query's rows, as text.
  func rows(_ sql: String) throws -> [String] {
    try connection().read { try String.fetchAll($0, sql: sql) }
  }

  /// Why the store can't be opened; `nil` if it can.
  var problem: SQLiteStoreError.Problem? {
    do throws(SQLiteStoreError) {
      _ = try service()
      return nil
    } catch {
      return error.problem
    }
  }
}

extension SQLiteAccounts {
  func signUp(_ name: String, _ password: Secret = TestStore.password) async throws -> SignUpResult
  {
    try await signUp(Registration(username: Username(name), password: password))
  }

  func signIn(_ name: String, _ password: Secret = TestStore.password) async throws -> SignInResult
  {
    try await signIn(Credentials(username: Username(name), password: password))
  }

  func availability(_ name: String) async throws -> Availability {
    try await availability(of: Username(name))
  }
}

extension DatabaseQueue {
  /// Runs some SQL, outside any transaction of ours.
  func run(_ sql: String) throws {
    try writeWithoutTransaction { try $0.execute(sql: sql) }
  }
}

extension SignUpResult {
  static let created = SignUpResult.signedUp(Receipt(page: nil))
}

extension SignInResult {
  static let entered = SignInResult.signedIn(Receipt(page: nil))
}

func * (text: String, count: Int) -> String { String(repeating: text, count: count) }
