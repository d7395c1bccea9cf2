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
  private struct Call {
    /// The name to check once typing pauses; `nil` if the call doesn't wait for that.
    var pausing: Username?
    /// `nil` while the call is waiting.
    var task: Task<Void, Never>?
    /// Fires when the pause ends, when it may be the call's turn, or at the deadline.
    let timer: Scheduler.TimerID
  }

  private struct State {
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
    case .cancel(let id):
      if let call = state.withLock({ $0.calls.removeValue(forKey: id) }) { end(call) }
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
    let calls = state.withLock { state in
      defer { state.calls = [:] }
      return state.calls
    }
    for call in calls.values { end(call) }
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
    state.withLock { state in
      let timer = time.setTimer(after: Driver.debounce) { [weak self] in self?.endPause(id) }
      state.calls[id] = Call(pausing: username, timer: timer)
    }
  }

  /// Starts a check if it is still waiting for a pause. Repeated calls have no effect.
  private func endPause(_ id: CheckID) {
    let call = state.withLock { state in
      state.calls[id]?.pausing == nil ? nil : state.calls.removeValue(forKey: id)
    }
    guard let call, let username = call.pausing else { return }
    end(call)
    check(username, id)
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
      state.calls[id] = Call(timer: timer)
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

  private func end(_ call: Call) {
    call.task?.cancel()
    time.scheduler.cancel(call.timer)
  }
}
