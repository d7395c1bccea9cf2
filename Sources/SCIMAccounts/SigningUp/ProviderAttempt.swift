import Accounts
import Secrets
import Synchronization

/// A sign-up in progress. Its id becomes the account's `externalId`, so that the account can be
/// recognized as ours even if the response to its creation is lost.
final class ProviderAttempt: Sendable {
  let id: String
  let username: Username
  let fingerprint: SecretFingerprint
  let answers: [Answer]
  /// Whether an earlier call of the service has sent it and ended without learning the result.
  let isRetry: Bool
  /// Whether an account that an earlier call created may have other answers.
  let mayHaveOtherAnswers: Bool
  private let state: Mutex<State>

  private struct State {
    var mayExist: Bool
    var isKept = false
  }

  /// - Parameter earlier: the attempt that this one continues; `nil` if it is the first.
  init(
    id: String, _ registration: Registration, fingerprint: SecretFingerprint,
    continuing earlier: ProviderAttempt?
  ) {
    (self.id, self.fingerprint) = (id, fingerprint)
    (username, answers) = (registration.username, registration.answers)
    isRetry = earlier != nil
    mayHaveOtherAnswers =
      earlier.map { $0.mayHaveOtherAnswers || $0.answers != registration.answers } ?? false
    state = Mutex(State(mayExist: earlier != nil))
  }

  /// Whether the provider may have created an account from it.
  var mayExist: Bool {
    get { state.withLock { $0.mayExist } }
    set { state.withLock { $0.mayExist = newValue } }
  }

  /// Returns whether to keep the attempt now. Returns `true` at most once.
  func takeKeeping() -> Bool {
    state.withLock { state in
      guard state.mayExist && !state.isKept else { return false }
      state.isKept = true
      return true
    }
  }

  func isOf(_ username: Username, _ fingerprint: SecretFingerprint) -> Bool {
    self.username == username && self.fingerprint == fingerprint
  }
}
