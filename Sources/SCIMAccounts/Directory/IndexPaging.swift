import Accounts

/// Requests pages by the index of their first account (RFC 7644, 3.4.2.4).
///
/// Indexes shift when accounts are created or removed. Each page therefore begins with the last
/// account of the previous page, and everything after that account is new. If that account is
/// missing, an earlier page is requested, until one contains an account that was already shown.
struct IndexPaging: Paging {
  /// The index of the first account that has not been shown.
  private var next = 1
  private var reach = Reach.next
  private var total = 0
  private var lastCount = 0
  /// The number of consecutive pages without a new account.
  private var detours = 0
  private var isOver = false
  private var repeats = Repeats()
  private var ration: Ration

  /// Where a page begins.
  private enum Reach {
    case next
    /// At the last account that was shown, or `pagesBefore` pages before it.
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

  var cursor: String? { nil }
  var place: String? { isOver ? nil : "startIndex=\(start)" }

  mutating func take(_ page: ListPage) throws(NoAnswer) -> [SCIMUser] {
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

  /// Returns whether to request another page because this one doesn't overlap with the accounts
  /// already shown.
  private mutating func goBack() -> Bool {
    guard case .last(let pages) = reach else { return false }
    // None of the accounts already shown is left, so every account on the page is new.
    if start == 1 && !repeats.hasForgotten { return false }
    detours += 1
    // If no known account is left to continue from, the page at the next index is accepted as it
    // is.
    reach =
      start == 1 || detours >= Self.detourLimit ? .next : .last(pagesBefore: pages + 1)
    return true
  }

  /// Continues after a page without a new account.
  ///
  /// - Parameter after: the index after the page's last account.
  private mutating func turn(_ after: Int) {
    detours += 1
    next = min(next, max(after, 1))
    switch reach {
    case .next: isOver = true
    case .last(pagesBefore: 0):
      // A provider that returns one account per page may have more, however.
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
