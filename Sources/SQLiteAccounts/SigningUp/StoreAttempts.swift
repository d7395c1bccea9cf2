import Accounts
import Secrets
import Synchronization

/// Distinguishes sign-ups with the same name: a random number that is stored with the account.
struct AttemptID: Equatable, Sendable {
  /// 32 hexadecimal digits.
  let text: String

  init() {
    text = hexadecimal((0..<16).map { _ in UInt8.random(in: 0...255) })
  }
}

/// A sign-up in progress.
struct StoreAttempt: Sendable {
  let id: AttemptID
  fileprivate let key: StoreAttempts.Key
}

/// The sign-ups whose result is unknown. If a user tries again with the same name and password, the
/// same attempt continues, so that an account that was created after all belongs to that user and
/// doesn't look taken.
final class StoreAttempts: Sendable {
  fileprivate struct Key: Hashable {
    let name: String
    let password: SecretFingerprint
  }

  private let unresolved = Mutex<[StoreAttempt]>([])
  private let fingerprints = SecretFingerprint.Maker()

  /// Dropping an attempt may cost its user the name, which then looks taken.
  private static let limit = 100

  /// The number of unresolved attempts that have not been resumed.
  var count: Int { unresolved.withLock { $0.count } }

  /// Returns a new attempt, or an unresolved one to continue.
  func begin(_ name: AccountName, _ password: Secret) -> StoreAttempt {
    let key = Key(name: name.key, password: fingerprints.fingerprint(of: password))
    return unresolved.withLock { unresolved in
      guard let index = unresolved.firstIndex(where: { $0.key == key }) else {
        return StoreAttempt(id: AttemptID(), key: key)
      }
      return unresolved.remove(at: index)
    }
  }

  /// Keeps an attempt whose result the caller doesn't know, or won't receive.
  func leaveUnresolved(_ attempt: StoreAttempt) {
    unresolved.withLock { unresolved in
      if unresolved.contains(where: { $0.id == attempt.id }) { return }
      unresolved.append(attempt)
      if unresolved.count > Self.limit { unresolved.removeFirst() }
    }
  }
}
