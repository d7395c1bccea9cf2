/// What an administrator can do with the accounts of a service. No call returns or takes a
/// password.
///
/// Every call throws a `DirectoryError`, or a `CancellationError` when its task is cancelled.
package protocol AccountDirectory: Sendable {
  /// Returns the accounts that match a query, one page at a time, so memory use does not grow with
  /// their number.
  func pages(_ query: AccountQuery) -> any AccountPages

  /// Returns the account with a name, or `nil` if there is none. Names are compared as in a
  /// sign-up.
  func account(of username: Username) async throws -> Account?

  /// Activates or deactivates an account, effective immediately. Deactivating it ends its current
  /// sessions.
  ///
  /// - Returns: Whether an account with the same `id` still exists. If it is already in the
  ///   requested state, nothing changes.
  func setActive(_ isActive: Bool, _ account: Account) async throws -> Bool

  /// Removes an account permanently, with everything that belongs to it. Its name becomes
  /// available.
  ///
  /// - Returns: Whether an account with the same `id` still existed. A newer account with the same
  ///   name is left alone.
  func remove(_ account: Account) async throws -> Bool
}

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

/// An account, as an administrator sees it.
package struct Account: Equatable, Sendable {
  /// The service's own identifier. It is never reused for another account.
  package let id: String
  /// As it was given when the account was created.
  package let username: Username
  /// Seconds since 1970; `nil` if the service doesn't report it.
  package let created: Int64?
  /// Whether users can sign in to the account.
  package let isActive: Bool
  /// What else the service knows about it, in its own words, such as an e-mail address. Empty in a
  /// listing.
  package let details: [Detail]

  package struct Detail: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(
    id: String, username: Username, created: Int64?, isActive: Bool, details: [Detail] = []
  ) {
    self.id = id
    self.username = username
    self.created = created
    self.isActive = isActive
    self.details = details
  }
}

/// Which accounts to list, and in what order.
package struct AccountQuery: Equatable, Sendable {
  package enum Order: String, CaseIterable, Sendable {
    /// By the form in which names are compared (see `Policy.identity`), in code point order.
    case name
    /// By creation time. Accounts of the same second keep the service's order.
    case created
  }

  /// Text that the username must contain, ignoring case; `nil` for all accounts.
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

/// Why a call to a service's directory failed.
package enum DirectoryError: Error, Equatable {
  /// The service could not be asked, or its answer makes no sense. A change may have been made.
  case unknown(UnknownReason)
  /// The service doesn't support the request. The text says what is missing.
  case unsupported(String)
  /// The service is unusable until the operator fixes something. The text says what, and where.
  case unusable(String)
}
