import Synchronization

/// A service in memory, seeded: the same seed tells the same story. It remembers no sign-up.
package final class MockAccounts: AccountService, InstantAccounts {
  /// How the mock's world is.
  package struct World: Equatable, Sendable {
    /// Names that somebody has.
    package var taken: [String] = []
    /// Names for which the service can't be reached.
    package var unreachable: [String] = []
    /// How long each call takes.
    package var latency: Duration = .milliseconds(1500)
    /// How many sign-ups fail, at random.
    package var failures = Ratio(1, in: 3)
    package var seed: UInt64 = 0

    package init() {}
  }

  /// So many times in so many.
  package struct Ratio: Equatable, Sendable {
    package let part: UInt64
    package let whole: UInt64

    /// - Precondition: `whole` is above zero and `part` not above `whole`.
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

  /// - Parameter identity: when two names are the same account, which is the policy's to say.
  package init(world: World, identity: Policy.Identity, clock: any Clock<Duration>) {
    self.world = world
    self.identity = identity
    self.clock = clock
    random = Mutex(SplitMix64(seed: world.seed))
  }

  package var instant: (any InstantAccounts)? { world.latency == .zero ? self : nil }

  package func availability(of username: Username) async throws -> Availability {
    try await clock.sleep(for: world.latency)
    return availabilityNow(of: username)
  }

  /// A cancelled sign-up throws before it draws its luck, so that it leaves the story as it was.
  package func signUp(_ registration: Registration) async throws -> SignUpResult {
    try await clock.sleep(for: world.latency)
    return signUpNow(registration)
  }

  package func signIn(_ credentials: Credentials) async throws -> SignInResult {
    try await clock.sleep(for: world.latency)
    return signInNow(credentials)
  }

  package func availabilityNow(of username: Username) -> Availability {
    if names(world.unreachable, hold: username) { return .unknown(.unreachable) }
    return names(world.taken, hold: username) ? .taken : .available
  }

  package func signUpNow(_ registration: Registration) -> SignUpResult {
    if names(world.unreachable, hold: registration.username) { return .unknown(.unreachable) }
    if names(world.taken, hold: registration.username) { return .taken }
    if drawsFailure() { return .refused(Message(.mockSignUpFailed)) }
    return .signedUp(
      Receipt(message: Message(.mockSignedUp), page: page(of: registration.username)))
  }

  /// Somebody with a taken name signs in with any password, as the mock keeps none; luck decides whether it is
  /// right.
  package func signInNow(_ credentials: Credentials) -> SignInResult {
    if names(world.unreachable, hold: credentials.username) { return .unknown(.unreachable) }
    guard names(world.taken, hold: credentials.username), !drawsFailure() else {
      return .wrongCredentials
    }
    return .signedIn(Receipt(message: Message(.signedIn), page: page(of: credentials.username)))
  }

  package func page(of username: Username?) -> String? {
    guard let username else { return "https://example.com/join" }
    return "https://example.com/" + percentEncoded(username.text)
  }

  private func drawsFailure() -> Bool {
    random.withLock { $0.next(upperBound: world.failures.whole) } < world.failures.part
  }

  private func names(_ names: [String], hold username: Username) -> Bool {
    names.contains { identity.areSame($0, username.text) }
  }
}

/// A name as one path segment of a URL: everything but RFC 3986's unreserved characters is escaped,
/// so that no name leaves its segment, and so are the dots of "." and "..".
package func percentEncoded(_ name: String) -> String {
  // As bytes: a character has to be looked up in Unicode's tables to be known for a letter.
  var result: [UInt8] = []
  let dotsAlone = name.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
  for byte in name.utf8 {
    if isUnreserved(byte) && !(dotsAlone && byte == UInt8(ascii: ".")) {
      result.append(byte)
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      result.append("%" + (digits.count == 1 ? "0" : "") + digits)
    }
  }
  return String(decoding: result, as: UTF8.self)
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
    UInt8(ascii: "~"), UInt8(ascii: "."):
    true
  default: false
  }
}
