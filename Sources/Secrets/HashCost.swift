/// The cost of hashing a password with argon2id in a single lane, and so of guessing the password.
package struct HashCost: Equatable, Sendable {
  /// In bytes, of which the last 1,023 may not count. At least 8,192.
  package let memory: Int
  /// The number of passes over the memory. At least 1.
  package let passes: Int

  package init(memory: Int, passes: Int) {
    self.memory = memory
    self.passes = passes
  }

  /// The minimum that OWASP's Password Storage Cheat Sheet recommends: well under a second, and
  /// little enough memory for many programs at once.
  package static let usual = HashCost(memory: 19 << 20, passes: 2)

  /// The least cost that argon2id supports. It protects nothing; use it for tests and temporary
  /// stores.
  package static let least = HashCost(memory: 8_192, passes: 1)

  /// Whether the program agrees to compare a password with a hash of this cost. The cost comes from
  /// the store, and a damaged or planted one could otherwise use all memory, or the processor for
  /// hours.
  ///
  /// libsodium's MODERATE (256 MiB, 3 passes) is the most that any guide recommends for a sign-in,
  /// and takes about a second. The separate limit on passes keeps `raised(to:)` within the same
  /// bounds.
  var isBearable: Bool {
    memory <= 256 << 20 && passes <= 16 && memory * passes <= 1 << 30
  }

  /// Returns the lowest cost that is below neither.
  func raised(to other: HashCost) -> HashCost {
    HashCost(memory: max(memory, other.memory), passes: max(passes, other.passes))
  }
}
