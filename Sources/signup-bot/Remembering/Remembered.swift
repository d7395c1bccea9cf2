import Secrets

/// The user who is remembered on this machine, in a file that only that user can access. It
/// contains no password.
struct Remembered: Equatable {
  /// The service's name, as in `--accounts`.
  var service: String
  /// The location of the service's accounts: the store's file, or a URL.
  var place: String
  var username: String
  /// The session's token; `nil` if only the username is remembered.
  var token: Secret?
}
