import Accounts

/// Limits the number of accounts in a listing, so that a provider can't continue forever.
struct Ration: Sendable {
  private var shown = 0
  private var unreadable = 0
  private var pages = 0
  private var limit: Int?
  private let most: Int

  /// The maximum number of accounts if the provider doesn't report a total. Otherwise, the limit is
  /// about twice the total.
  static let most = 1_000_000
  /// More accounts than are created during one listing at any provider.
  private static let spare = 1000

  init(most: Int = Ration.most) { self.most = most }

  mutating func count(_ new: Int, _ page: ListPage) throws(NoAnswer) {
    if limit == nil { limit = page.total.map { min($0, most) * 2 + Self.spare } }
    shown += new + page.unreadable
    unreadable += page.unreadable
    pages += 1
    if let limit, shown > limit {
      throw .endless("shows many more accounts than it tells of")
    }
    if limit == nil && shown > most || pages > most {
      throw .endless("shows more than \(most) accounts or pages without an end")
    }
  }

  func finish() throws(NoAnswer) {
    if unreadable > 0 {
      throw NoAnswer(.nonsense, "\(unreadable) accounts without an id or a name are not shown")
    }
  }
}
