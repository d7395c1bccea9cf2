/// The result of a sign-up.
package enum SignUpResult: Equatable, Sendable {
  case signedUp(Receipt)
  case taken
  /// The service refused. No account was created.
  case refused(RefusalReason)
  /// The service could not be asked. No account was created.
  case notAsked(UnknownReason)
  /// It is unknown whether an account was created.
  case unknown(UnknownReason)
}
