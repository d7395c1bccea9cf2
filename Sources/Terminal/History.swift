/// The answers of this run, for the up and down keys.
struct History {
  private var entries: [String] = []
  private var place = 0
  private var underWay = ""

  /// Adds an answer, except an empty one and one that was just added.
  mutating func add(_ entry: String) {
    guard !entry.isEmpty, entries.last.map({ !same($0, entry) }) ?? true else { return }
    entries.append(entry)
    // So many that nobody looks further, so few that memory stays bounded.
    if entries.count > 500 { entries.removeFirst() }
  }

  /// Stands after the newest entry again.
  mutating func begin() {
    place = entries.count
    underWay = ""
  }

  /// The entry before the one that is shown. `current` is what the line holds now.
  mutating func older(than current: String) -> String? {
    guard place > 0 else { return nil }
    if place == entries.count { underWay = current }
    place -= 1
    return entries[place]
  }

  /// The entry after the one that is shown, at last the line that was under way.
  mutating func newer() -> String? {
    guard place < entries.count else { return nil }
    place += 1
    return place == entries.count ? underWay : entries[place]
  }

  /// Byte for byte: Swift's own `==` takes two spellings of one character for the same.
  private func same(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}
