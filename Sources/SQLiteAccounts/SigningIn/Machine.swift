/// Where attempts to sign in come from, as far as that is known: a machine, or a network of one household.
package struct Machine: Sendable {
  private let name: String

  /// - Parameter name: an address, or any other name that is the same for all attempts from there.
  package init(_ name: String) {
    self.name = name
  }

  /// What failures are counted by. No name of an account has a NUL, so that none is ever counted with it.
  ///
  /// - Parameter secret: the store's own, as for names (see `AccountName`): the store holds no addresses.
  func hash(_ secret: String) -> String {
    keyedHash(of: "\0machine " + name, secret)
  }

  /// The same for one name from there.
  func hash(_ secret: String, with account: AccountName) -> String {
    keyedHash(of: "\0pair " + name + "\0" + account.key, secret)
  }
}
