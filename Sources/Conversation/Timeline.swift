/// Undo and redo as two stacks of changes. Moving about is no change and leaves both alone.
///
/// A change keeps the secrets of its time alive, each in locked memory, of which an ordinary user has 8 MiB:
/// enough for as many changes as `limit`, even if each brought a password of the greatest length.
package struct Timeline<State: Sendable, Kind: Sendable>: Sendable {
  package struct Change: Sendable {
    package let kind: Kind
    /// As it was just before the change.
    package let before: State
    /// As it is to be after /redo.
    package fileprivate(set) var after: State
  }

  private var past: [Change] = []
  private var future: [Change] = []

  package init() {}

  /// How many changes can be undone.
  package static var limit: Int { 100 }

  /// Notes a change; what had been undone can't be redone any more. The oldest change beyond the limit is
  /// forgotten.
  package mutating func record(_ kind: Kind, before: State, after: State) {
    if past.isEmpty { past.reserveCapacity(4) }
    if past.count == Self.limit { past.removeFirst() }
    past.append(Change(kind: kind, before: before, after: after))
    if !future.isEmpty { future.removeAll() }
  }

  /// Forgets the last change, if it is of this kind: what it changed was not accepted after all.
  package mutating func forgetLast(_ kind: Kind) where Kind: Equatable {
    if past.last?.kind == kind { past.removeLast() }
  }

  /// Takes the last change back.
  ///
  /// - Parameter current: the state now, to which `redo` returns exactly.
  /// - Returns: the change, or nil when there is none.
  package mutating func undo(from current: State) -> Change? {
    guard var change = past.popLast() else { return nil }
    change.after = current
    future.append(change)
    return change
  }

  /// Makes the change undone last again; nil when there is none.
  package mutating func redo() -> Change? {
    guard let change = future.popLast() else { return nil }
    past.append(change)
    return change
  }
}
