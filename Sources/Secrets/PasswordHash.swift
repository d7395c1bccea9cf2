import CSodium

/// What it costs to make a password's hash, and so to guess the password: argon2id's, in one lane.
package struct HashCost: Equatable, Sendable {
  /// Bytes, of which the last 1,023 may not count. At least 8,192.
  package let memory: Int
  /// How often the memory is gone over. At least one.
  package let passes: Int

  package init(memory: Int, passes: Int) {
    self.memory = memory
    self.passes = passes
  }

  /// What OWASP's Password Storage Cheat Sheet asks for at the least: well below a second, and little
  /// enough memory for many programs at once.
  package static let usual = HashCost(memory: 19 << 20, passes: 2)

  /// The least that argon2id can do. It protects nothing: for tests, and for stores that nobody keeps.
  package static let least = HashCost(memory: 8_192, passes: 1)

  /// Whether a hash of this cost may be compared with. What a store says of the cost is believed only up to
  /// here: a damaged or planted one would otherwise take the machine's memory, or the processor for hours.
  ///
  /// libsodium's MODERATE (256 MiB, 3 passes) is the most that any guide asks of a sign-in, and takes about a
  /// second. The limit on passes alone keeps `raised(to:)` within the same bounds.
  var isBearable: Bool {
    memory <= 256 << 20 && passes <= 16 && memory * passes <= 1 << 30
  }

  /// The lesser of the costs that is below neither.
  func raised(to other: HashCost) -> HashCost {
    HashCost(memory: max(memory, other.memory), passes: max(passes, other.passes))
  }
}

/// Why a hash could not be made. It says nothing of the password.
package enum HashFailure: Error {
  case outOfMemory
}

/// A password's argon2id hash. What it takes to compare a password with it stands in its text, so that
/// a later program can ask for a higher cost and still know the older ones.
package struct PasswordHash: Sendable {
  /// In the PHC string format: `$argon2id$v=19$m=KIB,t=PASSES,p=1$SALT$HASH`.
  package let text: String
  package let cost: HashCost
  private let salt: [UInt8]
  private let hash: [UInt8]

  private static let saltSize = 16
  private static let hashSize = 32

  /// Reads a text; `nil` for one that `make` would not have written, and for one whose cost is absurd.
  package init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19",
      let cost = Self.cost(parts[3]),
      let salt = Self.decode(parts[4], size: Self.saltSize),
      let hash = Self.decode(parts[5], size: Self.hashSize)
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

  private static func decode(_ text: Substring, size: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    var written = 0
    let code = String(text).withCString { start in
      sodium_base642bin(
        &bytes, size, start, text.utf8.count, nil, &written, nil,
        CInt(sodium_base64_VARIANT_ORIGINAL_NO_PADDING))
    }
    return code == 0 && written == size ? bytes : nil
  }

  /// Makes a new hash, with a salt of its own. It takes as long as the cost says.
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

  /// Whether it is this password's, in constant time for one cost.
  ///
  /// libsodium's own `crypto_pwhash_str_verify` calls a lack of memory a wrong password.
  package func isOf(_ password: Secret) throws(HashFailure) -> Bool {
    let found = try Self.derive(password, salt: salt, cost: cost)
    return sodium_memcmp(found, hash, Self.hashSize) == 0
  }

  /// Does the work of `isOf` for nobody's hash.
  package static func compareWithNone(
    _ password: Secret, cost: HashCost
  ) throws(HashFailure) {
    _ = try derive(password, salt: [UInt8](repeating: 0, count: saltSize), cost: cost)
  }

  /// A cost that this hash should have and hasn't; nil where it is high enough. Nothing of it is lower
  /// than before.
  package func costToRaise(to wanted: HashCost) -> HashCost? {
    // A text tells memory in whole KiB.
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

  /// A secret's memory has a place even where it is empty.
  private static func pointer(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar> {
    bytes.baseAddress!.assumingMemoryBound(to: CChar.self)
  }
}
