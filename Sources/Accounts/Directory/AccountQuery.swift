/// Which accounts to list, and in what order.
package struct AccountQuery: Equatable, Sendable {
  package enum Order: String, CaseIterable, Sendable {
    /// By the form in which names are compared (see `Policy.identity`), in code point order.
    case name
    /// By creation time. Accounts of the same second keep the service's order.
    case created
  }

  /// Text that the username or an answer must contain, ignoring case; `nil` for all accounts. A
  /// service that can't search answers looks for it in usernames only.
  package var search: String?
  package var order: Order
  /// Whether the order is reversed.
  package var isReversed: Bool
  /// Whether a service that doesn't support this order may use its own, because the operator didn't
  /// ask for one. A reversed order is always one that was asked for.
  package var isOrderOptional: Bool
  /// The greatest number of accounts to list; `nil` for no limit.
  package var limit: Int?

  package init(
    search: String? = nil, order: Order = .name, isReversed: Bool = false, limit: Int? = nil,
    isOrderOptional: Bool = false
  ) {
    self.search = search
    self.order = order
    self.isReversed = isReversed
    self.limit = limit
    self.isOrderOptional = isOrderOptional
  }
}
