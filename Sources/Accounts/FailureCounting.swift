/// Counts failed attempts to sign in, and delays sign-ins after repeated failures, for services
/// that do neither themselves.
package protocol FailureCounting: Sendable {
  /// Counts an attempt as failed until its result is known. Throws if the task is cancelled.
  ///
  /// - Returns: The result to report without checking the password, or `nil` if the password may be
  ///   checked.
  func begin(_ username: Username) async throws -> SignInResult?

  /// Resets the count of failures for the name, because the password was right.
  func succeed(_ username: Username) async

  /// Uncounts the attempt, because it did not show whether the password is right.
  func takeBack(_ username: Username) async
}
