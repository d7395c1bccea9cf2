import Accounts

/// Where a listing stands, and what on a page is new. What it keeps of the pages read does not grow.
protocol Paging: Sendable {
  /// The query's parameter that the next page is asked for by; nil after the last.
  var place: String? { get }

  /// Goes on behind a page.
  ///
  /// - Returns: the page's accounts that have not come before. There may be none without this being the end.
  mutating func take(_ page: ListPage) throws(NoAnswer) -> [Account]

  /// Throws where the last page has been read, and not all accounts that the provider tells of were shown.
  func finish() throws(NoAnswer)
}

/// Tells accounts that come again, as far as it remembers: the first, to which some providers return after
/// their last, and the latest.
struct Repeats: Sendable {
  private var first: Set<String> = []
  private var latest: Set<String> = []
  /// Those before the latest.
  private var earlier: Set<String> = []
  /// Whether accounts have come that are not known any more.
  private(set) var hasForgotten = false

  /// Each set holds no fewer, and no more than a page over it.
  private static let size = 500

  /// Whether an account is one of the latest.
  func isRecent(_ account: Account) -> Bool {
    latest.contains(account.id) || earlier.contains(account.id)
  }

  /// The accounts that are not remembered, each once.
  func new(_ accounts: some Sequence<Account>) -> [Account] {
    var seen = Set<String>()
    return accounts.filter { account in
      !isRecent(account) && !first.contains(account.id) && seen.insert(account.id).inserted
    }
  }

  mutating func remember(_ accounts: [Account]) {
    let ids = accounts.map(\.id)
    if first.count < Self.size { first.formUnion(ids) }
    if latest.count >= Self.size {
      hasForgotten = !earlier.isEmpty
      (earlier, latest) = (latest, [])
    }
    latest.formUnion(ids)
  }
}

/// How many accounts a listing may show: a provider can't go on for ever.
struct Ration: Sendable {
  private var shown = 0
  private var unreadable = 0
  private var pages = 0
  private var limit: Int?
  private let most: Int

  /// Accounts, of a provider that doesn't tell how many there are; fewer than half of them otherwise.
  static let most = 1_000_000
  /// More than any provider has new accounts during one listing.
  private static let spare = 1000

  init(most: Int = Ration.most) { self.most = most }

  mutating func count(_ new: Int, _ page: ListPage) throws(NoAnswer) {
    if limit == nil { limit = page.total.map { min($0, most) * 2 + Self.spare } }
    shown += new + page.unreadable
    unreadable += page.unreadable
    pages += 1
    if let limit, shown > limit {
      throw NoAnswer(.nonsense, "many more accounts are shown than told of")
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
