import Accounts
import Secrets
import Synchronization
import Testing

struct ValidationServiceTests {
  private let octodog = Registration(username: Username("octodog"), password: Secret("secret"))

  private struct Failure: Error {}

  /// Gives a fixed answer, or none.
  private struct Told: AccountService {
    let answer: @Sendable () async throws -> Availability

    func availability(of username: Username) async throws -> Availability {
      try await answer()
    }

    func signUp(_ registration: Registration) async throws -> SignUpResult {
      switch try await answer() {
      case .available: .refused(Message(.mockSignUpFailed))
      case .taken: .taken
      case .unknown(let reason): .unknown(reason)
      }
    }

    func signIn(_ credentials: Credentials) async throws -> SignInResult {
      switch try await answer() {
      case .available, .taken: .wrongCredentials
      case .unknown(let reason): .unknown(reason)
      }
    }

    func page(of username: Username?) -> String? { nil }
  }

  private func service(
    clock: any Clock<Duration>, _ answer: @escaping @Sendable () async throws -> Availability
  ) -> ValidationService {
    ValidationService(accounts: Told(answer: answer), clock: clock, timeout: .seconds(10))
  }

  @Test(arguments: [
    Availability.available, .taken, .unknown(.unreachable), .unknown(.rateLimited),
  ])
  func `an answer before the deadline is returned`(answer: Availability) async {
    let service = service(clock: StoppedClock()) { answer }
    #expect(await service.availability(of: octodog.username) == answer)
  }

  @Test func `a sign-up's answer before the deadline is returned`() async {
    let refused = service(clock: StoppedClock()) { .available }
    #expect(await refused.signUp(octodog) == .refused(Message(.mockSignUpFailed)))
    let taken = service(clock: StoppedClock()) { .taken }
    #expect(await taken.signUp(octodog) == .taken)
  }

  @Test func `a thrown error becomes unknown`() async {
    let service = service(clock: StoppedClock()) { throw Failure() }
    #expect(await service.availability(of: octodog.username) == .unknown(.nonsense))
    #expect(await service.signUp(octodog) == .unknown(.nonsense))
  }

  @Test func `F53 a call to a service that never answers is cancelled at the deadline`() async {
    let clock = RecordingClock()
    let cancellations = Atomic(0)
    let service = service(clock: clock) {
      defer { cancellations.add(1, ordering: .relaxed) }
      try await waitUntilCancelled()
    }
    #expect(await service.availability(of: octodog.username) == .unknown(.timedOut))
    #expect(await service.signUp(octodog) == .unknown(.timedOut))
    #expect(clock.sleeps == [.seconds(10), .seconds(10)])
    #expect(cancellations.load(ordering: .relaxed) == 2)
  }

  @Test func `a failed call does not affect the next one`() async {
    let calls = Atomic(0)
    let service = service(clock: StoppedClock()) {
      if calls.add(1, ordering: .relaxed).newValue == 1 { throw Failure() }
      return .available
    }
    #expect(await service.availability(of: octodog.username) == .unknown(.nonsense))
    #expect(await service.availability(of: octodog.username) == .available)
  }

  @Test func `a cancelled call ends without an answer`() async {
    let service = service(clock: StoppedClock()) { try await waitUntilCancelled() }
    let username = octodog.username
    let task = Task { await service.availability(of: username) }
    task.cancel()
    #expect(await task.value.isKnown == false)
  }

  @Test(arguments: [
    (Availability.available, Verdict.ok(.usernameAvailable)), (.taken, .failed([.usernameTaken])),
    (.unknown(.unreachable), .failed([.serviceFailed])),
    (.unknown(.timedOut), .failed([.serviceFailed])),
    (.unknown(.rateLimited), .failed([.serviceFailed])),
    (.unknown(.nonsense), .failed([.serviceFailed])),
  ])
  func `unknown is never taken and never ok`(availability: Availability, verdict: Verdict) {
    #expect(Verdict(Policy.rxswift.verdict(on: availability)) == verdict)
  }

  @Test func `a policy has its own words for a taken name`() {
    #expect(Verdict(Policy.local.verdict(on: .taken)) == .failed([.accountExists]))
    #expect(Verdict(Policy.combine.verdict(on: .available)) == .ok(.usernameAcceptable))
  }
}
