import Accounts
import GRDB
import Secrets
import Synchronization
import Testing

@testable import SQLiteAccounts

struct AttemptTests {
  private let store = TestStore()
  private let password = TestStore.password

  private var name: AccountName { AccountName(Username("octocat"))! }

  private func signingUp(
    _ service: SQLiteAccounts, _ attempt: String, _ answers: [Answer] = []
  ) -> SigningUp {
    SigningUp(store: service.store, name: name, attempt: attempt, answers: answers)
  }

  private func make(_ signingUp: SigningUp, _ call: Call = Call()) throws -> SignUpResult? {
    signingUp.make(call, hash: try PasswordHash.make(of: password, cost: .least), created: 0)
  }

  /// Begins an attempt as a sign-up of the service does.
  private func begin(_ service: SQLiteAccounts) -> SignUpAttempt {
    let octocat = Username("octocat")
    let attempt = service.attempts.begin(
      octocat, Registration(username: octocat, password: password))
    attempt.mayExist = true
    return attempt
  }

  /// Creates an account without telling its user.
  private func makeUnconfirmed(
    _ service: SQLiteAccounts, _ answers: [Answer] = []
  ) throws -> SignUpAttempt {
    let attempt = begin(service)
    #expect(try make(signingUp(service, attempt.id, answers)) == .created)
    service.attempts.keep(attempt)
    return attempt
  }

  @Test func `F64 an account whose creation was not confirmed belongs to its creator on a retry`()
    async throws
  {
    let service = try store.service()
    let attempt = try makeUnconfirmed(service)
    #expect(try await service.signUp("octocat", Secret("another")) == .taken, "another user")
    #expect(try await service.signUp("OctoCat") == .created)
    #expect(try await service.signUp("octocat") == .taken, "it is confirmed by then")
    #expect(try store.rows("SELECT attempt FROM accounts") == [attempt.id])
  }

  @Test func `F64 a retry with other answers replaces those that were not confirmed`() async throws
  {
    let service = try store.service()
    let first = [Answer("email", "old@example.org"), Answer("about", "x")]
    _ = try makeUnconfirmed(service, first)
    func signUp(_ password: Secret, _ answers: [Answer]) async throws -> SignUpResult {
      try await service.signUp(
        Registration(username: Username("octocat"), password: password, answers: answers))
    }
    func kept() async throws -> [Answer]? {
      try await service.account(of: Username("octocat"))?.answers
    }
    #expect(try await signUp(Secret("another"), [Answer("email", "thief@example.org")]) == .taken)
    #expect(try await kept() == first, "another user")
    let second = [Answer("email", "new@example.org")]
    #expect(try await signUp(password, second) == .created)
    #expect(try await kept() == second)
    #expect(try await signUp(password, first) == .taken, "it is confirmed by then")
    #expect(try await kept() == second)
  }

  @Test func `F64 a retry while the store is locked does not cost the user the name`() async throws
  {
    let service = try store.service(pause: { _ in })
    _ = try makeUnconfirmed(service)
    await service.close()
    let other = try store.lockedByAnother()
    #expect(try await service.signUp("octocat") == .notAsked(.storeBusy))
    try other.run("ROLLBACK")
    try other.close()
    #expect(try await service.signUp("octocat") == .created)
  }

  @Test func `a cancelled sign-up continues as the same attempt`() async throws {
    let cancels = Mutex(true)
    let service = try SQLiteAccounts(
      path: store.path, timeout: .seconds(10), cost: .least, runsInline: true,
      clock: ContinuousClock(),
      now: {
        // Between hashing and committing.
        if cancels.withLock({ $0 }) { withUnsafeCurrentTask { $0?.cancel() } }
        return 0
      })
    await #expect(throws: CancellationError.self) {
      try await Task { try await service.signUp("octocat") }.value
    }
    #expect(try await service.availability("octocat") == .available)
    cancels.withLock { $0 = false }
    #expect(service.attempts.count == 1)
    let attempt = begin(service)
    service.attempts.keep(attempt)
    #expect(try await service.signUp("octocat") == .created)
    #expect(service.attempts.count == 0)
    #expect(try store.rows("SELECT attempt FROM accounts") == [attempt.id])
  }

  @Test func `an account with the attempt's ID is found both before and after hashing`()
    async throws
  {
    let service = try store.service()
    let attempt = randomWord()
    let own = signingUp(service, attempt)
    #expect(own.look(Call()) == nil)
    #expect(try make(own) == .created)
    #expect(own.look(Call()) == .created)
    #expect(try make(own) == .created)
    let another = signingUp(service, randomWord())
    #expect(another.look(Call()) == .taken)
    #expect(try make(another) == .taken)
    #expect(try store.rows("SELECT attempt FROM accounts") == [attempt])
  }

  @Test func `a sign-up that is cancelled before its commit creates nothing`() async throws {
    let service = try store.service()
    let call = Call()
    call.cancel()
    #expect(try make(signingUp(service, randomWord()), call) == nil)
    #expect(try await service.availability("octocat") == .available)
  }

  @Test func `the creation time comes from the clock`() async throws {
    store.clock.now = 1_234_567_890
    #expect(try await store.service().signUp("octocat") == .created)
    #expect(try store.rows("SELECT created FROM accounts") == ["1234567890"])
  }
}
