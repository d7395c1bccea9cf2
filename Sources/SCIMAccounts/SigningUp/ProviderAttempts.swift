import Accounts
import Secrets
import Synchronization

/// A sign-up in progress. Its id becomes the account's `externalId`, so that the account can be
/// recognized as ours even if the response to its creation is lost.
final class ProviderAttempt: Sendable {
  let id: String
  let username: Username
  let fingerprint: SecretFingerprint
  /// Whether an earlier call of the service has sent it and ended without learning the result.
  let isRetry: Bool
  private let state: Mutex<State>

  private struct State {
    var mayExist: Bool
    var isKept = false
  }

  init(id: String, username: Username, fingerprint: SecretFingerprint, isRetry: Bool) {
    (self.id, self.username) = (id, username)
    (self.fingerprint, self.isRetry) = (fingerprint, isRetry)
    state = Mutex(State(mayExist: isRetry))
  }

  /// Whether the provider may have created an account from it.
  var mayExist: Bool {
    get { state.withLock { $0.mayExist } }
    set { state.withLock { $0.mayExist = newValue } }
  }

  /// Returns whether to keep the attempt now. Returns `true` at most once.
  fileprivate func takeKeeping() -> Bool {
    state.withLock { state in
      guard state.mayExist && !state.isKept else { return false }
      state.isKept = true
      return true
    }
  }

  fileprivate func isOf(_ username: Username, _ fingerprint: SecretFingerprint) -> Bool {
    self.username == username && self.fingerprint == fingerprint
  }
}

/// The attempts whose result is unknown. They are identified by name and password; the password
/// itself is not kept.
final class ProviderAttempts: Sendable {
  /// The maximum number of attempts; the oldest are dropped, because a service may live as long as
  /// the process.
  static let limit = 256

  private let open = Mutex<[ProviderAttempt]>([])
  private let fingerprints = SecretFingerprint.Maker()
  private let newID: @Sendable () -> String

  init(newID: @escaping @Sendable () -> String) {
    self.newID = newID
  }

  /// Returns the attempt that a registration continues, and removes it from the list; a new attempt
  /// if there is none. O(`limit`).
  func begin(_ registration: Registration) -> ProviderAttempt {
    let fingerprint = fingerprints.fingerprint(of: registration.password)
    let username = registration.username
    let earlier = open.withLock { open -> ProviderAttempt? in
      open.firstIndex { $0.isOf(username, fingerprint) }.map { open.remove(at: $0) }
    }
    return ProviderAttempt(
      id: earlier?.id ?? newID(), username: username, fingerprint: fingerprint,
      isRetry: earlier != nil)
  }

  /// Keeps an attempt whose result is unknown. Does nothing if the attempt can't have created an
  /// account.
  func keep(_ attempt: ProviderAttempt) {
    open.withLock { open in
      guard attempt.takeKeeping() else { return }
      if open.count == Self.limit { open.removeFirst() }
      open.append(attempt)
    }
  }

  /// Whether a kept attempt has this id. Such an attempt had another password, because `begin` has
  /// already removed the one with the same password.
  func contains(_ id: String?) -> Bool {
    guard let id else { return false }
    return open.withLock { $0.contains { $0.id == id } }
  }
}
