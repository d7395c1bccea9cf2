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
    start(id) { [service] in .signUpFinished(id, await service.signUp(registration)) }
  }

  func cancel(_ id: CheckID) {
    _ = takePause(id)
    state.withLock { $0.calls.removeValue(forKey: id) }?.cancel()
  }

  func cancelAll() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    state.sleeper?.cancel()
    for call in state.calls.values { call.cancel() }
  }

  private func call(_ username: Username, _ id: CheckID) {
    start(id) { [service] in .checkFinished(id, await service.availability(of: username)) }
  }

  /// Runs a call; a cancelled one delivers nothing.
  private func start(_ id: CheckID, _ call: @escaping @Sendable () async -> Event) {
    state.withLock { state in
      state.calls[id] = Task(executorPreference: executor) { [mailbox, weak self] in
        let event = await call()
        guard !Task.isCancelled else { return }
        self?.forget(id)
        mailbox.deliver(event)
      }
    }
  }

  private func forget(_ id: CheckID) {
    state.withLock { _ = $0.calls.removeValue(forKey: id) }
  }
}
