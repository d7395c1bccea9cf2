/// A service's confirmation of a sign-up or a sign-in.
package struct Receipt: Equatable, Sendable {
  /// The URL of the account's page; `nil` if there is none.
  package let page: String?
  /// Whether no account was created, because the mock answers in place of a service.
  package let isSimulated: Bool

  package init(page: String?, isSimulated: Bool = false) {
    self.page = page
    self.isSimulated = isSimulated
  }
}
