import Text

/// The answers given in this run, for the up and down keys.
struct History {
  private var entries: [String] = []
  private var place = 0
  private var underWay = ""

  /// Adds an answer, unless it is empty or equal to the newest one.
  mutating func add(_ entry: String) {
    guard !entry.isEmpty, entries.last?.hasSameBytes(as: entry) != true else { return }
    entries.append(entry)
    // More than anyone scrolls back through, while memory stays bounded.
    if entries.count > 500 { entries.removeFirst() }
  }

  /// Moves to the position after the newest entry.
  mutating func begin() {
    place = entries.count
    underWay = ""
  }

  /// Returns the entry before the one that is shown, or `nil` if there is none.
  ///
  /// - Parameter current: The text of the line, which is kept if no entry is shown yet.
  mutating func older(than current: String) -> String? {
    guard place > 0 else { return nil }
    if place == entries.count { underWay = current }
    place -= 1
    return entries[place]
  }

  /// Returns the entry after the one that is shown; after the newest, the line that was being
  /// typed.
  mutating func newer() -> String? {
    guard place < entries.count else { return nil }
    place += 1
    return place == entries.count ? underWay : entries[place]
  }
}
