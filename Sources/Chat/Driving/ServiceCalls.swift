import Accounts
import Conversation
import Runtime
import Synchronization

/// The calls to the service in progress, whose results go to the mailbox.
///
/// Each call has a deadline, and every error becomes an event, so a failed call never ends a
/// conversation. The driver's thread starts and cancels calls; calls and timers end on the
/// executor's thread.
final class ServiceCalls: Sendable {
  /// A check that is waiting for typing to pause.
  private struct Pause {
    let id: CheckID
    let username: Username
    let end: ElapsedTime
  }

  private struct Call {
    /// `nil` while the call is waiting for its turn.
    var task: Task<Void, Never>?
    /// Fires at the deadline, or when it may be the call's turn.
    let timer: Scheduler.TimerID
  }

  private struct State {
    var pause: Pause?
    /// May fire before the pause ends, and is then set again. Moving only `pause` lets a key press
    /// extend the pause without waking another thread.
    var pauseTimer: Scheduler.TimerID?
    var calls: [CheckID: Call] = [:]
    /// The number of checks started.
    var checks = 0
    var lastCheck = ElapsedTime(offset: .zero)
  }

  private let state = Mutex(State())
  private let accounts: any AccountService
  private let timeout: Duration
  private let mailbox: Mailbox
  private let time: any Time

  /// - Parameter timeout: The deadline for one call.
  init(_ accounts: any AccountService, timeout: Duration, mailbox: Mailbox, time: any Time) {
    self.accounts = accounts
    // An answer exactly at the deadline counts as in time.
    self.timeout = timeout + .nanoseconds(1)
    self.mailbox = mailbox
    self.time = time
  }

  /// Starts or cancels a call if the effect asks for that. Other effects do nothing.
  func perform(_ effect: Effect) {
    switch effect {
    case .check(let username, let id, let debounced):
      if debounced { pause(before: username, id) } else { check(username, id) }
    case .hurry(let id): endPause(id)
    case .cancel(let id): cancel(id)
    case .signUp(let registration, let id):
      state.withLock {
        start(id, late: .signUpFinished(id, .unknown(.timedOut)), &$0) { accounts in
          .signUpFinished(id, (try? await accounts.signUp(registration)) ?? .unknown(.nonsense))
        }
      }
    case .signIn(let credentials, let id):
      state.withLock {
        start(id, late: .signInFinished(id, .unknown(.timedOut)), &$0) { accounts in
          .signInFinished(id, (try? await accounts.signIn(credentials)) ?? .unknown(.nonsense))
        }
      }
    case .ask, .say, .remember, .open, .outputsChanged, .finish: break
    }
  }

  func cancelAll() {
    let state = state.withLock { state in
      defer { state = State(checks: state.checks, lastCheck: state.lastCheck) }
      return state
    }
    if let timer = state.pauseTimer { time.scheduler.cancel(timer) }
    for call in state.calls.values { end(call) }
  }

  /// Looks up a name to suggest. It counts as one of the quick checks, half of which are left to the
  /// names that the user enters.
  ///
  /// - Returns: `nil` if no further name may be looked up.
  func isFree(_ username: Username) async -> Bool? {
    let isAllowed = state.withLock { state in
      guard accounts.allowsSuggestions, !Task.isCancelled,
        state.checks < Conversation.quickChecks / 2
      else { return false }
      state.checks += 1
      return true
    }
    guard isAllowed else { return nil }
    return switch try? await accounts.availability(of: username) {
    case .available: true
    case .taken: false
    // The service has a problem, or the call was cancelled.
    case .unknown, nil: nil
    }
  }

  // MARK: - Pauses

  private func pause(before username: Username, _ id: CheckID) {
    let end = time.now.advanced(by: Driver.debounce)
    state.withLock { state in
      state.pause = Pause(id: id, username: username, end: end)
      if state.pauseTimer == nil { setPauseTimer(Driver.debounce, &state) }
    }
  }

  private func setPauseTimer(_ length: Duration, _ state: inout State) {
    state.pauseTimer = time.setTimer(after: length) { [weak self] in self?.pauseTimerEnded() }
  }

  private func pauseTimerEnded() {
    let now = time.now
    let due = state.withLock { state -> CheckID? in
      state.pauseTimer = nil
      guard let pause = state.pause else { return nil }
      if pause.end <= now { return pause.id }
      setPauseTimer(now.duration(to: pause.end), &state)
      return nil
    }
    if let due { endPause(due) }
  }

  /// Starts a check if it is still waiting for a pause. Repeated calls have no effect.
  private func endPause(_ id: CheckID) {
    if let pause = takePause(id) { check(pause.username, id) }
  }

  private func takePause(_ id: CheckID) -> Pause? {
    state.withLock { state in
      guard let pause = state.pause, pause.id == id else { return nil }
      state.pause = nil
      return pause
    }
  }

  // MARK: - Calls

  /// Starts a check, or schedules it if it is not its turn yet.
  private func check(_ username: Username, _ id: CheckID, hasWaited: Bool = false) {
    let beginsToWait = state.withLock { state in
      // The check was cancelled while it was waiting.
      if hasWaited, state.calls[id] == nil { return false }
      guard let rest = restUntilTurn(&state) else {
        start(id, late: .checkFinished(id, .unknown(.timedOut)), &state) { accounts in
          .checkFinished(
            id, (try? await accounts.availability(of: username)) ?? .unknown(.nonsense))
        }
        return false
      }
      let timer = time.setTimer(after: rest) { [weak self] in
        self?.check(username, id, hasWaited: true)
      }
      state.calls[id] = Call(task: nil, timer: timer)
      return !hasWaited
    }
    if beginsToWait { mailbox.deliver(.serviceNoted(id, Message(.waitsForTurn))) }
  }

  /// Claims a turn for the next check.
  ///
  /// - Returns: How long the check must wait before it tries again, or `nil` if it may start now.
  private func restUntilTurn(_ state: inout State) -> Duration? {
    let now = time.now
    if state.checks >= Conversation.quickChecks {
      let turn = state.lastCheck.advanced(by: Driver.slowPace)
      if turn > now { return now.duration(to: turn) }
    }
    state.checks += 1
    if state.checks >= Conversation.quickChecks { state.lastCheck = now }
    return nil
  }

  /// - Parameter late: Delivered if the call has not ended by the deadline.
  private func start(
    _ id: CheckID, late: Event, _ state: inout State,
    _ call: @escaping @Sendable (any AccountService) async -> Event
  ) {
    let task = Task(executorPreference: time) { [accounts, mailbox, weak self] in
      guard accounts.postsNotices else {
        self?.finish(id, with: await call(accounts))
        return
      }
      let listener = ServiceNotice.Listener { mailbox.deliver(.serviceNoted(id, $0.message)) }
      let event = await ServiceNotice.$listener.withValue(listener) { await call(accounts) }
      self?.finish(id, with: event)
    }
    let timer = time.setTimer(after: timeout) { [weak self] in self?.finish(id, with: late) }
    state.calls[id] = Call(task: task, timer: timer)
  }

  /// Ends a call and delivers its event, unless the call has already ended or was cancelled.
  private func finish(_ id: CheckID, with event: Event) {
    guard let call = state.withLock({ $0.calls.removeValue(forKey: id) }) else { return }
    end(call)
    mailbox.deliver(event)
  }

  private func cancel(_ id: CheckID) {
    _ = takePause(id)
    if let call = state.withLock({ $0.calls.removeValue(forKey: id) }) { end(call) }
  }

  private func end(_ call: Call) {
    call.task?.cancel()
    time.scheduler.cancel(call.timer)
  }
}
