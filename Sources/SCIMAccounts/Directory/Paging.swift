import Accounts

/// The position in a listing, and which accounts on a page are new. Uses constant memory, however
/// many pages are read.
protocol Paging: Sendable {
  /// The query parameter that requests the next page; `nil` after the last page.
  var place: String? { get }
  /// What of it the provider chose; `nil` for nothing.
  var cursor: String? { get }

  /// Advances past a page.
  ///
  /// - Returns: the page's accounts that have not been seen before. An empty result does not mean
  ///   the end.
  mutating func take(_ page: ListPage) throws(NoAnswer) -> [SCIMUser]

  /// Throws if the last page has been read and some accounts that the provider reports were not
  /// shown.
  func finish() throws(NoAnswer)
}

/// Recognizes repeated accounts as far as it remembers them. It remembers the first accounts,
/// because some providers start over after the last one, and the most recent accounts.
struct Repeats: Sendable {
  private var first: Set<String> = []
  private var latest: Set<String> = []
  /// The accounts before `latest`.
  private var earlier: Set<String> = []
  /// Whether some accounts have been forgotten.
  private(set) var hasForgotten = false

  /// The size at which a set is full. A set may exceed it by up to one page.
  private static let size = 500

  /// Whether the account is among the most recent ones.
  func isRecent(_ account: SCIMUser) -> Bool {
    latest.contains(account.id) || earlier.contains(account.id)
  }

  /// Returns the accounts that are not remembered, without duplicates.
  func new(_ accounts: some Sequence<SCIMUser>) -> [SCIMUser] {
    var seen = Set<String>()
    return accounts.filter { account in
      !isRecent(account) && !first.contains(account.id) && seen.insert(account.id).inserted
    }
  }

  mutating func remember(_ accounts: [SCIMUser]) {
    let ids = accounts.map(\.id)
    if first.count < Self.size { first.formUnion(ids) }
    if latest.count >= Self.size {
      hasForgotten = !earlier.isEmpty
      (earlier, latest) = (latest, [])
    }
    latest.formUnion(ids)
  }
}

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
