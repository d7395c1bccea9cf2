import Accounts
import Secrets
import Synchronization

/// A sign-up on its way. Its id is the account's `externalId`, so that an account whose making nobody was
/// told of can be known again as ours.
final class Attempt: Sendable {
  let id: String
  let username: Username
  let fingerprint: SecretFingerprint
  /// Whether an earlier call of the service sent it, and ended without knowing what came of it.
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

  /// Whether the provider may have made an account of it.
  var mayExist: Bool {
    get { state.withLock { $0.mayExist } }
    set { state.withLock { $0.mayExist = newValue } }
  }

  /// Whether it is to be kept now, which it is once.
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

/// The attempts that ended without anybody knowing what came of them. They are known by name and password,
/// and the password is not kept.
final class Attempts: Sendable {
  /// The oldest are forgotten: a service may live as long as its program.
  static let limit = 256

  private let open = Mutex<[Attempt]>([])
  private let fingerprints = SecretFingerprint.Maker()
  private let newID: @Sendable () -> String

  init(newID: @escaping @Sendable () -> String) {
    self.newID = newID
  }

  /// The attempt that a registration goes on with, which is nobody else's from now on; a new one where
  /// there was none. O(`limit`).
  func begin(_ registration: Registration) -> Attempt {
    let fingerprint = fingerprints.fingerprint(of: registration.password)
    let username = registration.username
    let earlier = open.withLock { open -> Attempt? in
      open.firstIndex { $0.isOf(username, fingerprint) }.map { open.remove(at: $0) }
    }
    return Attempt(
      id: earlier?.id ?? newID(), username: username, fingerprint: fingerprint,
      isRetry: earlier != nil)
  }

  /// Keeps an attempt of which nobody knows what came; one that nothing can have come of is not kept.
  func keep(_ attempt: Attempt) {
    open.withLock { open in
      guard attempt.takeKeeping() else { return }
      if open.count == Self.limit { open.removeFirst() }
      open.append(attempt)
    }
  }

  /// Whether this is the id of an attempt that is kept: one with another password, since the one with the
  /// same has been begun.
  func holds(_ id: String?) -> Bool {
    guard let id else { return false }
    return open.withLock { $0.contains { $0.id == id } }
  }
}
