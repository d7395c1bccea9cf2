import Accounts
import Secrets
import Synchronization

/// Tells one sign-up from another of the same name: a random number that is stored with the account.
struct AttemptID: Equatable, Sendable {
  /// 32 hexadecimal digits.
  let text: String

  init() {
    text = hexadecimal((0..<16).map { _ in UInt8.random(in: 0...255) })
  }
}

/// A sign-up under way.
struct Attempt: Sendable {
  let id: AttemptID
  fileprivate let key: Attempts.Key
}

/// The sign-ups of which nobody knows how they ended. Who tries the same again, with the same name and
/// password, goes on with the same attempt, so that an account that was made after all is theirs and not
/// somebody else's.
final class Attempts: Sendable {
  fileprivate struct Key: Hashable {
    let name: String
    let password: SecretFingerprint
  }

  private let unresolved = Mutex<[Attempt]>([])
  private let fingerprints = SecretFingerprint.Maker()

  /// One that is forgotten may cost its user a name, which then looks taken.
  private static let limit = 100

  /// How many are unresolved, and not under way again.
  var count: Int { unresolved.withLock { $0.count } }

  /// A new attempt, or an unresolved one that goes on.
  func begin(_ name: AccountName, _ password: Secret) -> Attempt {
    let key = Key(name: name.key, password: fingerprints.fingerprint(of: password))
    return unresolved.withLock { unresolved in
      guard let index = unresolved.firstIndex(where: { $0.key == key }) else {
        return Attempt(id: AttemptID(), key: key)
      }
      return unresolved.remove(at: index)
    }
  }

  /// Whoever asked does not know how it ended, or will not hear how it will.
  func leaveUnresolved(_ attempt: Attempt) {
    unresolved.withLock { unresolved in
      if unresolved.contains(where: { $0.id == attempt.id }) { return }
      unresolved.append(attempt)
      if unresolved.count > Self.limit { unresolved.removeFirst() }
    }
  }
}
