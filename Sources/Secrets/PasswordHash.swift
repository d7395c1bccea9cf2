import CSodium

/// Why a hash could not be made. Reveals nothing about the password.
package enum HashFailure: Error {
  case outOfMemory
}

/// A password's argon2id hash. Its text contains the cost and the salt, so a later version can
/// raise the cost and still check older hashes.
package struct PasswordHash: Sendable {
  /// In the PHC string format: `$argon2id$v=19$m=KIB,t=PASSES,p=1$SALT$HASH`.
  package let text: String
  package let cost: HashCost
  private let salt: [UInt8]
  private let hash: [UInt8]

  private static let saltSize = 16
  private static let hashSize = 32

  /// Parses a text. Returns `nil` if `make` would not have written it, or if its cost is too high.
  package init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19",
      let cost = Self.cost(parts[3]),
      let salt = base64Decoded(parts[4], isPadded: false), salt.count == Self.saltSize,
      let hash = base64Decoded(parts[5], isPadded: false), hash.count == Self.hashSize
    else { return nil }
    (self.text, self.cost, self.salt, self.hash) = (text, cost, salt, hash)
  }

  private static func cost(_ text: Substring) -> HashCost? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 3, numbers[0].hasPrefix("m="), numbers[1].hasPrefix("t="),
      numbers[2] == "p=1", let kibibytes = Int(numbers[0].dropFirst(2)),
      let passes = Int(numbers[1].dropFirst(2)), (8...Int(UInt32.max)).contains(kibibytes),
      (1...Int(UInt32.max)).contains(passes)
    else { return nil }
    let cost = HashCost(memory: kibibytes * 1024, passes: passes)
    return cost.isBearable ? cost : nil
  }

  /// Makes a new hash with a random salt. The cost determines how long this takes.
  package static func make(of password: Secret, cost: HashCost) throws(HashFailure) -> PasswordHash
  {
    _ = Sodium.ready
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let code = password.withBytes { bytes in
      crypto_pwhash_str(
        &text, pointer(bytes), UInt64(bytes.count), UInt64(cost.passes), cost.memory)
    }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    guard code == 0, let hash = PasswordHash(String(decoding: bytes, as: UTF8.self)) else {
      throw .outOfMemory
    }
    return hash
  }

  /// Whether this is the hash of a password, in constant time for a given cost.
  ///
  /// libsodium's own `crypto_pwhash_str_verify` reports a lack of memory as a wrong password.
  package func isOf(_ password: Secret) throws(HashFailure) -> Bool {
    let found = try Self.derive(password, salt: salt, cost: cost)
    return sodium_memcmp(found, hash, Self.hashSize) == 0
  }

  /// Does the same work as `isOf`, but without a hash to compare with.
  package static func compareWithNone(
    _ password: Secret, cost: HashCost
  ) throws(HashFailure) {
    _ = try derive(password, salt: [UInt8](repeating: 0, count: saltSize), cost: cost)
  }

  /// Returns the cost to which this hash must be raised, or `nil` if its cost is high enough. The
  /// new cost is never lower in any part.
  package func costToRaise(to wanted: HashCost) -> HashCost? {
    // The text gives memory in whole KiB.
    let whole = HashCost(memory: wanted.memory & ~1023, passes: wanted.passes)
    let raised = cost.raised(to: whole)
    return raised == cost ? nil : raised
  }

  private static func derive(
    _ password: Secret, salt: [UInt8], cost: HashCost
  ) throws(HashFailure) -> [UInt8] {
    _ = Sodium.ready
    var hash = [UInt8](repeating: 0, count: hashSize)
    let code = password.withBytes { bytes in
      crypto_pwhash(
        &hash, UInt64(hashSize), pointer(bytes), UInt64(bytes.count), salt, UInt64(cost.passes),
        cost.memory, crypto_pwhash_ALG_ARGON2ID13)
    }
    guard code == 0 else { throw .outOfMemory }
    return hash
  }

  /// A secret's memory has an address even if the secret is empty.
  private static func pointer(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar> {
    bytes.baseAddress!.assumingMemoryBound(to: CChar.self)
  }
}
