import Synchronization

/// The service layer that the driver calls: the account service with a deadline. Every error
/// becomes a result, so a failed call never ends a conversation.
package struct ValidationService: Sendable {
  package let accounts: any AccountService
  private let clock: any Clock<Duration>
  private let timeout: Duration

  /// - Parameter timeout: The longest that a call may take, on `clock`.
  package init(accounts: any AccountService, clock: any Clock<Duration>, timeout: Duration) {
    self.accounts = accounts
    self.clock = clock
    self.timeout = timeout
  }

  package func availability(of username: Username) async -> Availability {
    await withinDeadline(else: .unknown(.timedOut), on: .unknown(.nonsense)) {
      try await accounts.availability(of: username)
    }
  }

  package func signUp(_ registration: Registration) async -> SignUpResult {
    await withinDeadline(else: .unknown(.timedOut), on: .unknown(.nonsense)) {
      try await accounts.signUp(registration)
    }
  }

  package func signIn(_ credentials: Credentials) async -> SignInResult {
    await withinDeadline(else: .unknown(.timedOut), on: .unknown(.nonsense)) {
      try await accounts.signIn(credentials)
    }
  }

  /// Runs a call alongside a timer. The first to finish gives the answer, and the other is
  /// cancelled. A call that finishes without waiting needs no timer.
  private func withinDeadline<Answer: Sendable>(
    else late: Answer, on failure: Answer,
    _ call: @escaping @Sendable () async throws -> Answer
  ) async -> Answer {
    await withTaskGroup(of: Answer?.self) { group in
      let flag = Flag()
      group.addImmediateTask {
        defer { flag.isUp.store(true, ordering: .releasing) }
        do { return try await call() } catch { return failure }
      }
      if !flag.isUp.load(ordering: .acquiring) {
        group.addTask {
          do { try await clock.sleep(for: timeout) } catch { return nil }
          return late
        }
      }
      defer { group.cancelAll() }
      for await answer in group {
        if let answer { return answer }
      }
      return failure
    }
  }

  private final class Flag: Sendable {
    let isUp = Atomic(false)
  }
}
