/// Why a service refuses a sign-up or a sign-in.
package enum RefusalReason: Hashable, Sendable {
  /// The server's reason, as far as it can be shown.
  case service(String)
  /// The server's reason, which concerns the username.
  case serviceAboutName(String)
  case invalidUsername
  case invalidPassword
  /// An earlier sign-up with another password has created the account after all.
  case earlierPassword
  case accountInactive
  /// The service can't check passwords.
  case signInUnsupported
  /// There is no space left for the store.
  case storeFull
  /// There is not enough memory for a password's hash.
  case outOfMemory
  /// The mock simulates a refusal.
  case simulated
}
