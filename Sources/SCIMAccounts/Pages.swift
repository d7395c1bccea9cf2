import Accounts
import Synchronization

/// Where the accounts are that were made here: the provider tells it once, and no rule gives it.
final class Pages: Sendable {
  /// The oldest are forgotten.
  static let limit = 256

  private let pages = Mutex<[(username: Username, page: String)]>([])

  /// Nil for an account that was not made here, or whose place was not told. O(`limit`).
  func page(of username: Username) -> String? {
    pages.withLock { pages in pages.first { $0.username == username }?.page }
  }

  /// - Returns: the account's page, if its place is a link that can be followed.
  func remember(_ username: Username, _ account: Account) -> String? {
    guard let page = account.location, Self.isLink(page) else { return nil }
    pages.withLock { pages in
      pages.removeAll { $0.username == username }
      if pages.count == Self.limit { pages.removeFirst() }
      pages.append((username, page))
    }
    return page
  }

  /// What a server calls a link may be opened with a program of the user's: nothing but the web's are.
  private static func isLink(_ text: String) -> Bool {
    let hasScheme = ["https://", "http://"].contains { text.lowercased().hasPrefix($0) }
    return hasScheme && text.utf8.count <= 2000
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
  }
}
