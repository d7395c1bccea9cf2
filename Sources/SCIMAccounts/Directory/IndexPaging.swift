import Accounts

/// Pages that are asked for by the number of their first account (RFC 7644, 3.4.2.4).
///
/// Numbers move when accounts are made or removed. So each page begins with the last account of the one before:
/// what follows it is new. Where it isn't there, the page is asked for once more from further back, until one
/// is found that was shown.
struct IndexPaging: Paging {
  /// The number of the first account that has not been shown.
  private var next = 1
  private var reach = Reach.next
  private var total = 0
  private var lastCount = 0
  /// How many pages in a row had nothing new.
  private var detours = 0
  private var isOver = false
  private var repeats = Repeats()
  private var ration: Ration

  /// Where a page begins.
  private enum Reach {
    case next
    /// With the last account that was shown, and so many pages before it.
    case last(pagesBefore: Int)
  }

  private static let detourLimit = 12

  init(_ ration: Ration) { self.ration = ration }

  private var start: Int {
    switch reach {
    case .next: next
    case .last(let pages): max(next - 1 - pages * lastCount, 1)
    }
  }

  var place: String? { isOver ? nil : "startIndex=\(start)" }

  mutating func take(_ page: ListPage) throws(NoAnswer) -> [Account] {
    guard let total = page.total else { throw NoAnswer(.nonsense, "the list has no totalResults") }
    self.total = total
    let known = page.accounts.lastIndex(where: repeats.isRecent)
    if known == nil, goBack() { return [] }
    let new = repeats.new(page.accounts.dropFirst(known.map { $0 + 1 } ?? 0))
    let after = start + page.count
    guard !new.isEmpty || page.unreadable > 0 && after > next else {
      turn(after)
      return []
    }
    try ration.count(new.count, page)
    repeats.remember(new)
    (next, lastCount, detours, reach) = (after, page.count, 0, .last(pagesBefore: 0))
    return new
  }

  /// Whether another page is to be asked for in place of one that doesn't follow what was shown.
  private mutating func goBack() -> Bool {
    guard case .last(let pages) = reach else { return false }
    // Of all that was shown nothing is left: whatever there is comes now.
    if start == 1 && !repeats.hasForgotten { return false }
    detours += 1
    // Where nothing is left to go on from, what comes at the number is taken.
    reach =
      start == 1 || detours >= Self.detourLimit ? .next : .last(pagesBefore: pages + 1)
    return true
  }

  /// Goes on from a page on which nothing was new.
  ///
  /// - Parameter after: the number behind its last account.
  private mutating func turn(_ after: Int) {
    detours += 1
    next = min(next, max(after, 1))
    switch reach {
    case .next: isOver = true
    case .last(pagesBefore: 0):
      // A provider that shows one account at a time has more, though.
      if next > total { isOver = true }
      reach = .next
    case .last: reach = detours < Self.detourLimit ? .last(pagesBefore: 0) : .next
    }
  }

  func finish() throws(NoAnswer) {
    if next <= total {
      throw NoAnswer(.nonsense, "of \(total) accounts, \(next - 1) are shown")
    }
    try ration.finish()
  }
}
