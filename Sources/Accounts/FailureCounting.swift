/// Counts failures to sign in, and slows down who fails often, for services that do neither themselves.
package protocol FailureCounting: Sendable {
  /// Counts an attempt as a failure, until it is known to be none. It throws when its task is cancelled.
  ///
  /// - Returns: what to answer in place of looking at the password; nil where it may be looked at.
  func begin(_ username: Username) async throws -> SignInResult?

  /// Forgets the name's failures: the password was right.
  func succeed(_ username: Username) async

  /// Takes the attempt back: it told nothing of whether the password is right.
  func takeBack(_ username: Username) async
}
