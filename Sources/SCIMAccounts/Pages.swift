import Accounts
import HTTP
import Secrets
import Synchronization

/// The pages of the accounts that one conversation created or signed in to. The provider reports
/// each address once; it can't be derived.
final class Pages: Sendable {
  private let base: String
  private let token: Secret?
  private let pages = Mutex<[Username: String]>([:])

  /// - Parameters:
  ///   - base: the provider's URL; a page's address may be relative to it.
  ///   - token: the bearer token, which no address may contain.
  init(base: String, token: Secret?) { (self.base, self.token) = (base, token) }

  /// Returns the account's page; `nil` if the account was not created or signed in to here, or its
  /// address is unknown.
  func page(of username: Username) -> String? { pages.withLock { $0[username] } }

  /// - Parameter password: the password that was sent; an address that contains a part of it is
  ///   dropped.
  /// - Returns: the account's page; `nil` if its address is not a link that can be followed.
  func remember(_ username: Username, _ account: SCIMUser, password: Secret) -> String? {
    guard let page = link(account.location), !password.isShown(in: ownPart(of: page)),
      !(token?.isShown(in: page, part: ServerWords.tokenPart) ?? false)
    else { return nil }
    pages.withLock { $0[username] = page }
    return page
  }

  /// The part of an address that the server chose and that was not known before: a password may
  /// well contain "user".
  private func ownPart(of page: String) -> String {
    let known = base + "/Users/"
    return page.hasPrefix(known) ? String(page.dropFirst(known.count)) : page
  }

  /// The user may open a server's link with another program, so only http and https URLs are
  /// allowed.
  private func link(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.count <= 2000 else { return nil }
    return WebAddress(base + "/")?.resolving(text)?.text
  }
}
