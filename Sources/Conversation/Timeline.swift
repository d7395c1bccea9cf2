/// Undo and redo as two stacks of changes. Navigation is not a change and leaves both stacks as
/// they are.
///
/// A change keeps its secrets alive in locked memory, of which an ordinary user has 8 MiB. That is
/// enough for `limit` changes, even if each contains a password of the greatest length.
package struct Timeline<State: Sendable, Kind: Sendable>: Sendable {
  package struct Change: Sendable {
    package let kind: Kind
    /// The state just before the change.
    package let before: State
    /// The state that /redo restores.
    package fileprivate(set) var after: State
  }

  private var past: [Change] = []
  private var future: [Change] = []

  package init() {}

  /// The number of changes that can be undone.
  package static var limit: Int { 100 }

  /// Records a change. Undone changes can no longer be redone. Beyond the limit, the oldest change
  /// is dropped.
  package mutating func record(_ kind: Kind, before: State, after: State) {
    if past.isEmpty { past.reserveCapacity(4) }
    if past.count == Self.limit { past.removeFirst() }
    past.append(Change(kind: kind, before: before, after: after))
    if !future.isEmpty { future.removeAll() }
  }

  /// Removes the last change if it is of this kind, because its answer was not accepted after all.
  package mutating func forgetLast(_ kind: Kind) where Kind: Equatable {
    if past.last?.kind == kind { past.removeLast() }
  }

  /// Undoes the last change.
  ///
  /// - Parameter current: The current state, which `redo` restores exactly.
  /// - Returns: The change, or `nil` if there is none.
  package mutating func undo(from current: State) -> Change? {
    guard var change = past.popLast() else { return nil }
    change.after = current
    future.append(change)
    return change
  }

  /// Redoes the last undone change, or returns `nil` if there is none.
  package mutating func redo() -> Change? {
    guard let change = future.popLast() else { return nil }
    past.append(change)
    return change
  }
}
