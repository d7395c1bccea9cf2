/// Accounts in the requested order.
package protocol AccountPages: Sendable {
  /// Returns the next accounts, at least one, or `nil` after the last.
  ///
  /// An account that exists during the whole listing is returned exactly once, even if others are
  /// created or removed meanwhile. A service that locates a page by counting accounts, as SCIM
  /// does, can't guarantee that if a whole page of accounts is removed between two pages, or if its
  /// own order changes.
  mutating func next() async throws -> [Account]?
}
