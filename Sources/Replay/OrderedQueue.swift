import Synchronization

/// Distributes the indices of a run's files among threads, and passes on the results in order.
final class OrderedQueue: Sendable {
  private struct State {
    var given = 0
    var handedOn = 0
    /// The results that are complete before their turn, by index.
    var waiting: [Int: ReplayResult] = [:]
    var isOver = false
    var error: (any Error)?
  }

  private let state = Mutex(State())
  private let count: Int

  init(count: Int) {
    self.count = count
  }

  var error: (any Error)? { state.withLock { $0.error } }

  func next() -> Int? {
    state.withLock { state in
      guard !state.isOver, state.given < count else { return nil }
      state.given += 1
      return state.given - 1
    }
  }

  func put(_ item: ReplayResult, at index: Int, _ each: @Sendable (ReplayResult) throws -> Bool) {
    state.withLock { state in
      state.waiting[index] = item
      while !state.isOver, let item = state.waiting.removeValue(forKey: state.handedOn) {
        state.handedOn += 1
        do {
          state.isOver = try !each(item)
        } catch {
          state.error = error
          state.isOver = true
        }
      }
    }
  }
}
