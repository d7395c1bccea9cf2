import Accounts
import HTTPExchange
import Synchronization

/// Where the accounts are that were made here: the provider tells it once, and no rule gives it.
final class Pages: Sendable {
  /// The oldest are forgotten.
  static let limit = 256

  private let base: String
  private let pages = Mutex<[(username: Username, page: String)]>([])

  /// - Parameter base: where the provider is; a place may be told as seen from there.
  init(base: String) { self.base = base }

  /// Nil for an account that was not made here, or whose place was not told. O(`limit`).
  func page(of username: Username) -> String? {
    pages.withLock { pages in pages.first { $0.username == username }?.page }
  }

  /// - Returns: the account's page, if its place is a link that can be followed.
  func remember(_ username: Username, _ account: Account) -> String? {
    guard let page = link(account.location) else { return nil }
    pages.withLock { pages in
      pages.removeAll { $0.username == username }
      if pages.count == Self.limit { pages.removeFirst() }
      pages.append((username, page))
    }
    return page
  }

  /// What a server calls a link may be opened with a program of the user's: nothing but the web's are.
  private func link(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.count <= 2000 else { return nil }
    return WebAddress(base + "/")?.resolving(text)?.text
  }
}
