/// What those who look after a service's accounts can do there. No call returns or takes a password.
///
/// Every call throws a `DirectoryError`, or a `CancellationError` when its task is cancelled.
package protocol AccountDirectory: Sendable {
  /// The accounts that a query asks for, a page at a time: memory does not grow with their number.
  func pages(_ query: AccountQuery) -> any AccountPages

  /// The account of a name, compared as the service compares names at a sign-up; nil where there is none.
  func account(of username: Username) async throws -> Account?

  /// Lets an account be used, or not be used, from now on. A session under way ends with it.
  ///
  /// - Returns: whether the account was still there, under the same `id`. Where it is as wanted already,
  ///   nothing changes.
  func setActive(_ isActive: Bool, _ account: Account) async throws -> Bool

  /// Removes an account for good, with all that belongs to it. Its name is free afterwards.
  ///
  /// - Returns: whether the account was still there, under the same `id`: another of the same name that was
  ///   made since is left alone.
  func remove(_ account: Account) async throws -> Bool
}

/// Accounts as they come, in the order that was asked for.
package protocol AccountPages: Sendable {
  /// The next accounts, one at least; nil after the last.
  ///
  /// An account that is there during the whole listing comes once, whatever is made or removed meanwhile. A
  /// service that counts its accounts to tell where a page begins, as SCIM does, can't hold that where as many
  /// are removed between two pages as a page has, or where its own order changes.
  mutating func next() async throws -> [Account]?
}

/// An account, as those who look after it see it.
package struct Account: Equatable, Sendable {
  /// The service's own identifier, never used for another account.
  package let id: String
  /// As it was given when the account was made.
  package let username: Username
  /// Seconds since 1970; nil where the service doesn't tell.
  package let created: Int64?
  /// Whether it may be signed in to.
  package let isActive: Bool
  /// What else the service knows of it, in its own words, such as an e-mail address; empty in a listing.
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

/// Which accounts are listed, and in what order.
package struct AccountQuery: Equatable, Sendable {
  package enum Order: String, CaseIterable, Sendable {
    /// By what makes a name one with others (see `Policy.identity`), by code point.
    case name
    /// By when the account was made; those of one second by their order in the service.
    case created
  }

  /// What the username holds, wherever, without regard to case; nil for all accounts.
  package var search: String?
  package var order: Order
  /// Whether the last in that order comes first.
  package var isReversed: Bool
  /// Whether a service that can't give this order may list in its own: nobody asked for one. A reversed
  /// order is always asked for.
  package var isOrderOptional: Bool
  /// The most accounts that are listed; nil for no limit.
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

/// A call for a service's accounts could not be answered.
package enum DirectoryError: Error, Equatable {
  /// The service could not be asked, or its answer makes no sense. After a change, it may have been made.
  case unknown(UnknownReason)
  /// The service can't do what was asked, whoever asks; the text says what.
  case unsupported(String)
  /// The service can't be used until somebody mends something; the text says what, with the place.
  case unusable(String)
}
