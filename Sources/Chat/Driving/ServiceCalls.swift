import Accounts
import Conversation
import Synchronization

/// The service's calls under way, whose events go to the mailbox. From any thread: checks are also
/// begun and given up while somebody types.
final class ServiceCalls: Sendable {
  /// A check that waits for typing to pause.
  private struct Pause {
    let id: CheckID
    let username: Username
    /// On `elapsed`.
    let end: Duration
  }

  private struct State {
    var pause: Pause?
    /// Sleeps to the end of the pause, wherever that has been moved to meanwhile: a key moves it, and
    /// wakes no thread.
    var sleeper: Task<Void, Never>?
    var calls: [CheckID: Task<Void, Never>] = [:]
    /// How many checks have been made.
    var checks = 0
    /// When the last check was made, on `elapsed`.
    var lastCheck = Duration.zero
  }

  private let state = Mutex(State())
  private let service: ValidationService
  private let mailbox: Mailbox
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration
  private let executor: (any TaskExecutor)?

  init(
    service: ValidationService, mailbox: Mailbox, clock: any Clock<Duration>,
    executor: (any TaskExecutor)?
  ) {
    self.service = service
    self.mailbox = mailbox
    self.clock = clock
    self.executor = executor
    elapsed = Self.stopwatch(clock)
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  func check(_ username: Username, _ id: CheckID, debounced: Bool) {
    guard debounced else { return call(username, id) }
    let end = elapsed() + Driver.debounce
    state.withLock { state in
      state.pause = Pause(id: id, username: username, end: end)
      if state.sleeper == nil {
        state.sleeper = Task(executorPreference: executor) { [weak self] in await self?.sleep() }
      }
    }
  }

  private func sleep() async {
    while let pause = nextPause() {
      let rest = pause.end - elapsed()
      if rest <= .zero { endPause(pause.id) } else { try? await clock.sleep(for: rest) }
    }
  }

  private func nextPause() -> Pause? {
    state.withLock { state in
      if state.pause == nil { state.sleeper = nil }
      return state.pause
    }
  }

  /// Makes a check's call, if it still waits for a pause. However often this comes, there is one call.
  func endPause(_ id: CheckID) {
    if let pause = takePause(id) { call(pause.username, id) }
  }

  private func takePause(_ id: CheckID) -> Pause? {
    state.withLock { state in
      guard let pause = state.pause, pause.id == id else { return nil }
      state.pause = nil
      return pause
    }
  }

  func signUp(_ registration: Registration, _ id: CheckID) {
    if let accounts = service.accounts.instant {
      return mailbox.deliver(.signUpFinished(id, accounts.signUpNow(registration)))
    }
    start(id) { [service] in .signUpFinished(id, await service.signUp(registration)) }
  }

  func signIn(_ credentials: Credentials, _ id: CheckID) {
    if let accounts = service.accounts.instant {
      return mailbox.deliver(.signInFinished(id, accounts.signInNow(credentials)))
    }
    start(id) { [service] in .signInFinished(id, await service.signIn(credentials)) }
  }

  func cancel(_ id: CheckID) {
    _ = takePause(id)
    state.withLock { $0.calls.removeValue(forKey: id) }?.cancel()
  }

  func cancelAll() {
    let state = state.withLock { state in
      defer { state = State(checks: state.checks, lastCheck: state.lastCheck) }
      return state
    }
    state.sleeper?.cancel()
    for call in state.calls.values { call.cancel() }
  }

  private func call(_ username: Username, _ id: CheckID) {
    if let accounts = service.accounts.instant, restUntilTurn() == nil {
      return mailbox.deliver(.checkFinished(id, accounts.availabilityNow(of: username)))
    }
    start(id) { [service] in
      guard await self.waitForTurn(id) else { return nil }
      return .checkFinished(id, await service.availability(of: username))
    }
  }

  /// Waits until another check may be made; false for one that is given up meanwhile, which takes nobody's
  /// turn.
  private func waitForTurn(_ id: CheckID) async -> Bool {
    var isTold = false
    while let rest = restUntilTurn() {
      if Task.isCancelled { return false }
      if !isTold { mailbox.deliver(.serviceNoted(id, Message(.waitsForTurn))) }
      isTold = true
      try? await clock.sleep(for: rest)
    }
    return true
  }

  /// How long the next check has to wait; nil where its turn has come, and is taken.
  private func restUntilTurn() -> Duration? {
    state.withLock { state in
      if state.checks >= Conversation.quickChecks {
        let rest = state.lastCheck + Driver.slowPace - elapsed()
        if rest > .zero { return rest }
      }
      state.checks += 1
      if state.checks >= Conversation.quickChecks { state.lastCheck = elapsed() }
      return nil
    }
  }

  /// Runs a call; a cancelled one delivers nothing.
  private func start(_ id: CheckID, _ call: @escaping @Sendable () async -> Event?) {
    state.withLock { state in
      state.calls[id] = Task(executorPreference: executor) { [mailbox, service, weak self] in
        let event =
          service.accounts.postsNotices
          ? await ServiceNotice.$listener.withValue(
            ServiceNotice.Listener { mailbox.deliver(.serviceNoted(id, $0)) }, operation: call)
          : await call()
        guard let event, !Task.isCancelled else { return }
        self?.forget(id)
        mailbox.deliver(event)
      }
    }
  }

  private func forget(_ id: CheckID) {
    state.withLock { _ = $0.calls.removeValue(forKey: id) }
  }
}
