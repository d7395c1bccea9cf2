import Accounts
import Runtime
import Synchronization

/// Looks up free names to suggest instead of one that was reported as taken. The result is a part of
/// the screen and not of the conversation: it reaches no transcript, and nothing waits for it.
final class Suggestions: Sendable {
  /// The number of names that are suggested.
  private static let most = 2

  private struct State {
    /// The taken name, or `nil` if there was none.
    var name: Username?
    var found: [Username] = []
    var task: Task<Void, Never>?
    /// Fires at the deadline for all look-ups of a name.
    var timer: Scheduler.TimerID?
  }

  private let state = Mutex(State())
  private let calls: ServiceCalls
  private let timeout: Duration
  private let time: any Time
  private let onFound: @Sendable () -> Void

  /// - Parameters:
  ///   - timeout: The deadline for all look-ups of a name.
  ///   - onFound: Called after each name that was found, from any thread.
  init(
    _ calls: ServiceCalls, timeout: Duration, time: any Time,
    onFound: @escaping @Sendable () -> Void
  ) {
    self.calls = calls
    self.timeout = timeout
    self.time = time
    self.onFound = onFound
  }

  /// Returns the free names like a taken one that have been found so far.
  func found(like name: Username) -> [Username] {
    state.withLock { $0.name == name ? $0.found : [] }
  }

  /// Looks candidates up, one after another, until enough are free. Repeated calls for the same
  /// taken name have no effect, even if the first one was cancelled.
  func lookUp(_ candidates: [Username], like name: Username) {
    state.withLock { state in
      guard state.name != name else { return }
      end(&state)
      state = State(name: name)
      state.task = Task(executorPreference: time) { [weak self] in
        for candidate in candidates {
          guard let self, let isFree = await self.calls.isFree(candidate),
            !isFree || self.note(candidate, like: name)
          else { return }
        }
      }
      state.timer = time.setTimer(after: timeout) { [weak self] in self?.cancel() }
    }
  }

  /// Ends the look-ups. The names found so far remain.
  func cancel() { state.withLock { end(&$0) } }

  private func end(_ state: inout State) {
    state.task?.cancel()
    if let timer = state.timer { time.scheduler.cancel(timer) }
    (state.task, state.timer) = (nil, nil)
  }

  /// Adds a free name.
  ///
  /// - Returns: Whether more are wanted.
  private func note(_ free: Username, like name: Username) -> Bool {
    let isWanted = state.withLock { state in
      guard state.name == name, state.task != nil else { return false }
      state.found.append(free)
      if state.found.count == Self.most { end(&state) }
      return true
    }
    if isWanted { onFound() }
    return isWanted
  }
}
