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
