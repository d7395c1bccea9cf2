import Synchronization
import Text

/// An in-memory service with a seed: the same seed gives the same results. It does not remember
/// sign-ups.
package final class MockAccounts: AccountService {
  /// The settings of the mock.
  package struct World: Equatable, Sendable {
    /// Names that are taken.
    package var taken: [String] = []
    /// Names for which the service can't be reached.
    package var unreachable: [String] = []
    /// The duration of each call.
    package var latency: Duration = .milliseconds(1500)
    /// The share of sign-ups that fail, at random.
    package var failures = Ratio(1, in: 3)
    package var seed: UInt64 = 0

    package init() {}
  }

  /// `part` out of `whole`.
  package struct Ratio: Equatable, Sendable {
    package let part: UInt64
    package let whole: UInt64

    /// - Precondition: `whole` is above 0, and `part` is not above `whole`.
    package init(_ part: UInt64, in whole: UInt64) {
      precondition(whole > 0 && part <= whole)
      self.part = part
      self.whole = whole
    }
  }

  private let world: World
  private let identity: Policy.Identity
  private let clock: any Clock<Duration>
  private let random: Mutex<SplitMix64>

  /// - Parameter identity: The policy's rule for when two names are the same account.
  package init(world: World, identity: Policy.Identity, clock: any Clock<Duration>) {
    self.world = world
    self.identity = identity
    self.clock = clock
    random = Mutex(SplitMix64(seed: world.seed))
  }

  package var allowsSuggestions: Bool { true }

  package func availability(of username: Username) async throws -> Availability {
    try await clock.sleep(for: world.latency)
    if names(world.unreachable, contain: username) { return .unknown(.unreachable) }
    return names(world.taken, contain: username) ? .taken : .available
  }

  /// A cancelled sign-up throws before it draws a random number, so later calls give the same
  /// results as without it.
  package func signUp(_ registration: Registration) async throws -> SignUpResult {
    try await clock.sleep(for: world.latency)
    if names(world.unreachable, contain: registration.username) { return .unknown(.unreachable) }
    if names(world.taken, contain: registration.username) { return .taken }
    if drawsFailure() { return .refused(.simulated) }
    return .signedUp(
      Receipt(page: page(of: registration.username), isSimulated: true))
  }

  /// A taken name signs in with any password, because the mock stores none. The generator decides
  /// whether the password counts as right.
  package func signIn(_ credentials: Credentials) async throws -> SignInResult {
    try await clock.sleep(for: world.latency)
    if names(world.unreachable, contain: credentials.username) { return .unknown(.unreachable) }
    guard names(world.taken, contain: credentials.username), !drawsFailure() else {
      return .wrongCredentials
    }
    return .signedIn(Receipt(page: page(of: credentials.username)))
  }

  package func page(of username: Username?) -> String? {
    guard let username else { return "https://example.com/join" }
    return "https://example.com/" + percentEncoded(username.text)
  }

  private func drawsFailure() -> Bool {
    random.withLock { $0.next(upperBound: world.failures.whole) } < world.failures.part
  }

  private func names(_ names: [String], contain username: Username) -> Bool {
    names.contains { identity.areSame($0, username.text) }
  }
}
