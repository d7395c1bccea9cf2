import Accounts
import Secrets
import Synchronization

/// The attempts whose result is unknown. They are identified by name and password, because the
/// answers to the operator's own questions may be changed before the next call; the password itself
/// is not kept.
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
      id: earlier?.id ?? newID(), registration, fingerprint: fingerprint, continuing: earlier)
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
