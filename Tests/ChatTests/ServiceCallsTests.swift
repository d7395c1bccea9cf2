import Accounts
import Conversation
import Runtime
import Secrets
import Synchronization
import Testing

@testable import Chat
@testable import Conversation

/// Calls of a service that answers as it is told, in virtual time, each with a deadline of 10 s.
struct ServiceCallsTests {
  private struct Failure: Error {}

  private let time = VirtualTime()
  private let registration = Registration(
    username: Username("octodog"), password: Secret("secret"))
  private let credentials = Credentials(username: Username("octodog"), password: Secret("secret"))

  private func id(_ number: Int = 1) -> CheckID { CheckID(number: number) }

  private func mailbox(
    _ effects: [Effect], _ answer: @escaping @Sendable () async throws -> Availability
  ) -> (ServiceCalls, Mailbox) {
    let mailbox = Mailbox(time)
    let calls = ServiceCalls(
      Told(answer: answer), timeout: .seconds(10), mailbox: mailbox, time: time)
    for effect in effects { calls.perform(effect) }
    return (calls, mailbox)
  }

  /// What is delivered first.
  private func event(
    after effect: Effect, _ answer: @escaping @Sendable () async throws -> Availability
  ) -> Event {
    let (calls, mailbox) = mailbox([effect], answer)
    return withExtendedLifetime(calls) { mailbox.next() }
  }

  private var check: Effect { .check(registration.username, id(), debounced: false) }

  @Test(arguments: [
    Availability.available, .taken, .unknown(.unreachable), .unknown(.rateLimited),
  ])
  func `an answer in time is the answer`(answer: Availability) {
    #expect(event(after: check) { answer } == .checkFinished(id(), answer))
    #expect(time.now.offset == .zero)
  }

  @Test func `an answer of a sign-up or a sign-in in time is the answer`() {
    #expect(
      event(after: .signUp(registration, id())) { .taken } == .signUpFinished(id(), .taken))
    #expect(
      event(after: .signIn(credentials, id())) { .taken }
        == .signInFinished(id(), .wrongCredentials))
  }

  @Test func `what is thrown becomes unknown`() {
    let fails: @Sendable () async throws -> Availability = { throw Failure() }
    #expect(event(after: check, fails) == .checkFinished(id(), .unknown(.nonsense)))
    #expect(
      event(after: .signUp(registration, id()), fails)
        == .signUpFinished(id(), .unknown(.nonsense)))
    #expect(
      event(after: .signIn(credentials, id()), fails)
        == .signInFinished(id(), .unknown(.nonsense)))
  }

  @Test func `F53 a service that never answers is given up at the deadline and cancelled`() {
    let cancellations = Mutex(0)
    let (calls, mailbox) = mailbox([
      check, .signUp(registration, id(2)), .signIn(credentials, id(3)),
    ]) {
      defer { cancellations.withLock { $0 += 1 } }
      let (never, _) = AsyncStream.makeStream(of: Never.self)
      for await _ in never {}
      throw CancellationError()
    }
    withExtendedLifetime(calls) {
      #expect(mailbox.next() == .checkFinished(id(), .unknown(.timedOut)))
      #expect(mailbox.next() == .signUpFinished(id(2), .unknown(.timedOut)))
      #expect(mailbox.next() == .signInFinished(id(3), .unknown(.timedOut)))
    }
    #expect(time.now.offset == .seconds(10) + .nanoseconds(1))
    time.run { await Task.yield() }
    #expect(cancellations.withLock { $0 } == 3)
    #expect(mailbox.take() == nil)
  }

  @Test(arguments: [(9, true), (10, true), (11, false)])
  func `an answer at the very deadline is in time`(seconds: Int, isInTime: Bool) {
    let event = event(after: check) { [time] in
      try await time.sleep(for: .seconds(seconds))
      return .available
    }
    #expect(event == .checkFinished(id(), isInTime ? .available : .unknown(.timedOut)))
  }

  @Test func `a failed call does not end the next one`() {
    let count = Mutex(0)
    let (calls, mailbox) = mailbox([check]) {
      if count.withLock({
        $0 += 1
        return $0
      }) == 1 {
        throw Failure()
      }
      return .available
    }
    #expect(mailbox.next() == .checkFinished(id(), .unknown(.nonsense)))
    calls.perform(.check(registration.username, id(2), debounced: false))
    #expect(mailbox.next() == .checkFinished(id(2), .available))
  }

  @Test func `a call that is given up delivers nothing, whatever it answers`() {
    let (calls, mailbox) = mailbox([check]) { .available }
    calls.perform(.cancel(id()))
    time.run { try? await time.sleep(for: .seconds(60)) }
    #expect(mailbox.take() == nil)
  }
}

private struct Told: AccountService {
  let answer: @Sendable () async throws -> Availability

  func availability(of username: Username) async throws -> Availability { try await answer() }

  func signUp(_ registration: Registration) async throws -> SignUpResult {
    switch try await answer() {
    case .available: .refused(.simulated)
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
