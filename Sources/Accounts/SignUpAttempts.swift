import Secrets
import Synchronization

/// The sign-ups whose result is unknown. If a user tries again with the same name and password, the
/// same attempt continues, so that an account that was created after all belongs to that user and
/// doesn't look taken. The answers may change in between; the password itself is not kept.
package final class SignUpAttempts: Sendable {
  /// The maximum number of attempts; the oldest are dropped, because a service may live as long as
  /// the process. Dropping one may cost its user the name, which then looks taken.
  package static let limit = 256

  private let unresolved = Mutex<[SignUpAttempt]>([])
  private let fingerprints = SecretFingerprint.Maker()
  private let prefix: String

  /// - Parameter prefix: The beginning of each attempt's ID.
  package init(prefix: String = "") { self.prefix = prefix }

  /// The number of unresolved attempts that have not been continued.
  package var count: Int { unresolved.withLock { $0.count } }

  /// Returns the unresolved attempt that a registration continues, and removes it from the list; a
  /// new attempt if there is none. O(`limit`).
  ///
  /// - Parameter name: the name by which the service distinguishes accounts.
  package func begin(_ name: Username, _ registration: Registration) -> SignUpAttempt {
    let password = fingerprints.fingerprint(of: registration.password)
    let earlier = unresolved.withLock { unresolved in
      unresolved.firstIndex { $0.name == name && $0.password == password }
        .map { unresolved.remove(at: $0) }
    }
    return SignUpAttempt(
      earlier?.id ?? prefix + randomWord(), name, password, registration.answers,
      continuing: earlier)
  }

  /// Keeps an attempt whose result the caller doesn't know, or won't receive. Does nothing if the
  /// attempt can't have created an account. An attempt is kept only once, because another call may
  /// already continue it.
  package func keep(_ attempt: SignUpAttempt) {
    unresolved.withLock { unresolved in
      guard attempt.mayExist, attempt.takeKeeping() else { return }
      if unresolved.count == Self.limit { unresolved.removeFirst() }
      unresolved.append(attempt)
    }
  }

  /// Whether a kept attempt has this ID. Such an attempt had another password, because `begin` has
  /// already removed the one with the same password.
  package func contains(_ id: String) -> Bool {
    unresolved.withLock { $0.contains { $0.id == id } }
  }
}

/// A sign-up in progress. Its ID is stored with the account, which can thus be recognized even if
/// the result of its creation is lost.
package final class SignUpAttempt: Sendable {
  /// A prefix and 32 random hexadecimal digits.
  package let id: String
  /// Whether an earlier call has begun it and ended without learning the result.
  package let isRetry: Bool
  /// Whether an account that an earlier call created may have other answers.
  package let mayHaveOtherAnswers: Bool
  fileprivate let name: Username
  fileprivate let password: SecretFingerprint
  private let answers: [Answer]
  private let existence: Atomic<Bool>
  private let isKept = Atomic(false)

  /// - Parameter earlier: the attempt that this one continues; `nil` if it is the first.
  fileprivate init(
    _ id: String, _ name: Username, _ password: SecretFingerprint, _ answers: [Answer],
    continuing earlier: SignUpAttempt?
  ) {
    (self.id, self.name, self.password, self.answers) = (id, name, password, answers)
    isRetry = earlier != nil
    mayHaveOtherAnswers =
      earlier.map { $0.mayHaveOtherAnswers || $0.answers != answers } ?? false
    existence = Atomic(isRetry)
  }

  /// Whether the service may have created an account from it.
  package var mayExist: Bool {
    get { existence.load(ordering: .acquiring) }
    set { existence.store(newValue, ordering: .releasing) }
  }

  /// Returns `true` at most once.
  fileprivate func takeKeeping() -> Bool {
    !isKept.exchange(true, ordering: .acquiringAndReleasing)
  }
}

/// Returns 128 random bits as 32 hexadecimal digits.
package func randomWord() -> String {
  let digits = String(UInt128.random(in: 0...UInt128.max), radix: 16)
  return String(repeating: "0", count: 32 - digits.count) + digits
}
