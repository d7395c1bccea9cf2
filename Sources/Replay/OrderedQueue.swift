import Synchronization

/// Distributes the indices of a run's files among threads, and passes on the results in order.
final class OrderedQueue: Sendable {
  private struct State {
    var given = 0
    var handedOn = 0
    var waiting = Waiting()
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

  func put(_ item: Suite.Item, at index: Int, _ each: @Sendable (Suite.Item) throws -> Bool) {
    state.withLock { state in
      if index != state.handedOn {
        return state.waiting.put(item, at: index, behind: state.handedOn)
      }
      var next: Suite.Item? = item
      while !state.isOver, let item = next {
        state.handedOn += 1
        do {
          state.isOver = try !each(item)
        } catch {
          state.error = error
          state.isOver = true
        }
        next = state.waiting.take(state.handedOn)
      }
    }
  }
}

/// The results that are complete before their turn, by number. Numbers are taken in ascending
/// order.
private struct Waiting {
  /// The results from number `start` on; `nil` if a result is not complete yet, or was taken.
  private var items: [Suite.Item?] = []
  private var start = 0

  /// - Parameter next: the number that is taken next, which is lower than `number`.
  mutating func put(_ item: Suite.Item, at number: Int, behind next: Int) {
    if items.isEmpty { start = next }
    let index = number - start
    while items.count <= index { items.append(nil) }
    items[index] = item
  }

  /// Removes and returns a result; `nil` if it is not complete yet.
  mutating func take(_ number: Int) -> Suite.Item? {
    let index = number - start
    guard items.indices.contains(index), let item = items[index] else { return nil }
    items[index] = nil
    if index == items.count - 1 {
      items.removeAll(keepingCapacity: true)
    } else if index > 1000, index > items.count / 2 {
      // Thousands of results may wait for a slow file. Removing half of them at a time moves each
      // result only once.
      items.removeFirst(index + 1)
      start = number + 1
    }
    return item
  }
}
