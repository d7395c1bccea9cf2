import Accounts
import HTTP
import Secrets
import Synchronization

/// Where the accounts are that were made here: the provider tells it once, and no rule gives it.
final class Pages: Sendable {
  /// The oldest are forgotten.
  static let limit = 256

  private let base: String
  private let token: Secret?
  private let pages = Mutex<[(username: Username, page: String)]>([])

  /// - Parameters:
  ///   - base: where the provider is; a place may be told as seen from there.
  ///   - token: what no place may tell.
  init(base: String, token: Secret?) { (self.base, self.token) = (base, token) }

  /// Nil for an account that was not made here, or whose place was not told. O(`limit`).
  func page(of username: Username) -> String? {
    pages.withLock { pages in pages.first { $0.username == username }?.page }
  }

  /// - Parameter password: what was sent; a place in which a part of it stands is told to nobody.
  /// - Returns: the account's page, if its place is a link that can be followed.
  func remember(_ username: Username, _ account: Account, password: Secret) -> String? {
    guard let page = link(account.location), !password.isShown(in: ownPart(of: page)),
      !(token?.isShown(in: page, part: Refusal.tokenPart) ?? false)
    else { return nil }
    pages.withLock { pages in
      pages.removeAll { $0.username == username }
      if pages.count == Self.limit { pages.removeFirst() }
      pages.append((username, page))
    }
    return page
  }

  /// What the server made up of a page's address, and nobody knew before: a password may well hold "user".
  private func ownPart(of page: String) -> String {
    let known = base + "/Users/"
    return page.hasPrefix(known) ? String(page.dropFirst(known.count)) : page
  }

  /// What a server calls a link may be opened with a program of the user's: nothing but the web's are.
  private func link(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.count <= 2000 else { return nil }
    return WebAddress(base + "/")?.resolving(text)?.text
  }
}
