import Dispatch
import Synchronization

/// The continuous clock, with timers that are gone once they are cancelled. Of Swift's own, a cancelled
/// sleep keeps its memory until the time that it was to last has passed: every call's deadline, ten
/// seconds long, would be kept, and many conversations in one run would heap them up.
final class RealTime: Clock, Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Timer {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var timers: [Timer] = []
    var nextID = 0
    /// Timers cancelled before they were set.
    var cancelled: Set<Int> = []
    /// When the alarm goes off; nil for never.
    var alarm: Instant?
  }

  private let clock = ContinuousClock()
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "timers")
  /// Dispatch lets any thread use it, and does not say so on Linux.
  private nonisolated(unsafe) let alarm: any DispatchSourceTimer

  init() {
    alarm = DispatchSource.makeTimerSource(queue: queue)
    alarm.setEventHandler { [weak self] in self?.ring() }
    alarm.activate()
  }

  var now: Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    if deadline <= now { return }
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    // A cancellation that comes after the timer has gone off would leave its number behind.
    defer { _ = state.withLock { $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        set(Timer(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func set(_ timer: Timer) {
    let isCancelled = state.withLock { state in
      if state.cancelled.remove(timer.id) != nil { return true }
      state.timers.append(timer)
      if state.alarm.map({ timer.deadline < $0 }) ?? true { schedule(timer.deadline, &state) }
      return false
    }
    if isCancelled { timer.continuation.resume(throwing: CancellationError()) }
  }

  /// An alarm that was set for a cancelled timer goes off in vain, at most once for each that passes.
  private func cancel(_ id: Int) {
    let timer = state.withLock { state -> Timer? in
      guard let index = state.timers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.timers.remove(at: index)
    }
    timer?.continuation.resume(throwing: CancellationError())
  }

  private func ring() {
    let now = now
    let due = state.withLock { state -> [Timer] in
      let due = state.timers.filter { $0.deadline <= now }
      state.timers.removeAll { $0.deadline <= now }
      state.alarm = nil
      if let next = state.timers.map(\.deadline).min() { schedule(next, &state) }
      return due
    }
    for timer in due { timer.continuation.resume() }
  }

  private func schedule(_ deadline: Instant, _ state: inout State) {
    state.alarm = deadline
    let wait = max(deadline - now, .zero).components
    let nanoseconds = wait.seconds * 1_000_000_000 + wait.attoseconds / 1_000_000_000
    alarm.schedule(deadline: .now() + .nanoseconds(Int(nanoseconds)))
  }
}
