/// The result of a sign-in.
package enum SignInResult: Equatable, Sendable {
  case signedIn(Receipt)
  /// The name, the password, or both are wrong. A service reveals which neither in its answer nor
  /// by its response time.
  case wrongCredentials
  /// The credentials are right, but the sign-in is refused; for example, because the account is
  /// inactive.
  case refused(RefusalReason)
  /// The credentials were not checked, because of too many failures for this name or, with
  /// `isOfMachine`, for any names from the caller's machine. The duration is the time until the
  /// next attempt is allowed.
  case tooManyFailures(Duration, isOfMachine: Bool = false)
  case unknown(UnknownReason)
}
