/// Where attempts to sign in come from, as far as is known: a machine, or the network of a
/// household.
package struct Machine: Sendable {
  private let name: String

  /// - Parameter name: An address, or any other name that is the same for all attempts from there.
  package init(_ name: String) {
    self.name = name
  }

  /// Returns the hash under which failures are counted. No account name contains a NUL, so the hash
  /// never collides with that of an account.
  ///
  /// - Parameter secret: The store's own secret, as for names (see `AccountName`). The store
  ///   contains no addresses.
  func hash(_ secret: String) -> String {
    keyedHash(of: "\0machine " + name, secret)
  }

  /// Returns the hash for an account name on this machine.
  func hash(_ secret: String, with account: AccountName) -> String {
    keyedHash(of: "\0pair " + name + "\0" + account.key, secret)
  }
}
