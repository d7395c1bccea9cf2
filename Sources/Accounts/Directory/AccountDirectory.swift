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

  /// Returns the names of the questions to which accounts have answers, in alphabetical order, as far
  /// as the service can list them without reading every account.
  func answerNames() async throws -> [String]

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

extension AccountDirectory {
  package func answerNames() async throws -> [String] { [] }
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

/// Why a call to a service's directory failed.
package enum DirectoryError: Error, Equatable {
  /// The service could not be asked, or its answer makes no sense. A change may have been made.
  case unknown(UnknownReason)
  /// The service doesn't support the request. The text says what is missing.
  case unsupported(String)
  /// The service is unusable until the operator fixes something. The text says what, and where.
  case unusable(String)
}
