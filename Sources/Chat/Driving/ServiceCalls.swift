import Accounts
import Conversation
import Synchronization

/// The service's calls under way, whose events go to the mailbox. From any thread: checks are also
/// begun and given up while somebody types.
final class ServiceCalls: Sendable {
  /// A check that waits for typing to pause.
  private struct Pause {
    let username: Username
    let timer: Task<Void, Never>
  }

  private struct State {
    var pauses: [CheckID: Pause] = [:]
    var calls: [CheckID: Task<Void, Never>] = [:]
  }

  private let state = Mutex(State())
  private let service: ValidationService
  private let mailbox: Mailbox
  private let clock: any Clock<Duration>
  private let executor: (any TaskExecutor)?

  init(
    service: ValidationService, mailbox: Mailbox, clock: any Clock<Duration>,
    executor: (any TaskExecutor)?
  ) {
    self.service = service
    self.mailbox = mailbox
    self.clock = clock
    self.executor = executor
  }

  func check(_ username: Username, _ id: CheckID, debounced: Bool) {
    guard debounced else { return call(username, id) }
    state.withLock { state in
      let timer = Task(executorPreference: executor) { [clock, weak self] in
        guard (try? await clock.sleep(for: Driver.debounce)) != nil else { return }
        self?.endPause(id)
      }
      state.pauses[id] = Pause(username: username, timer: timer)
    }
  }

  /// Makes a check's call, if it still waits for a pause. However often this comes, there is one call.
  func endPause(_ id: CheckID) {
    guard let pause = state.withLock({ $0.pauses.removeValue(forKey: id) }) else { return }
    pause.timer.cancel()
    call(pause.username, id)
  }

  func signUp(_ registration: Registration, _ id: CheckID) {
    start(id) { [service] in .signUpFinished(id, await service.signUp(registration)) }
  }

  func cancel(_ id: CheckID) {
    let (pause, call) = state.withLock {
      ($0.pauses.removeValue(forKey: id), $0.calls.removeValue(forKey: id))
    }
    pause?.timer.cancel()
    call?.cancel()
  }

  func cancelAll() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    for pause in state.pauses.values { pause.timer.cancel() }
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
