import CSodium
import Secrets

/// Proves that a user signed in here before: 256 random bits. The store contains only a hash of it,
/// so reading the store is not enough to impersonate a user.
package struct SessionToken: Sendable {
  /// In hexadecimal.
  package let secret: Secret

  /// Creates a new token.
  package init() {
    secret = Self.hexadecimalSecret()
  }

  /// Parses a token, or returns `nil` if the text is not one.
  package init?(_ secret: Secret) {
    let isToken = secret.withBytes { bytes in
      bytes.count == Self.size * 2
        && bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
    guard isToken else { return nil }
    self.secret = secret
  }

  private static let size = 32

  private static func hexadecimalSecret() -> Secret {
    var bytes = [UInt8](repeating: 0, count: size)
    randombytes_buf(&bytes, size)
    var digits = Array(hexadecimal(bytes).utf8)
    defer {
      sodium_memzero(&bytes, bytes.count)
      sodium_memzero(&digits, digits.count)
    }
    return digits.withUnsafeBytes { Secret(copying: $0) }
  }

  /// The BLAKE2b hash, in hexadecimal, that the store contains. With this many random bits, it
  /// needs neither a salt nor a slow hash.
  var hash: String {
    var hash = [UInt8](repeating: 0, count: 32)
    secret.withBytes { bytes in
      let input = bytes.bindMemory(to: UInt8.self)
      let code = crypto_generichash(
        &hash, hash.count, input.baseAddress, UInt64(input.count), nil, 0)
      precondition(code == 0, "BLAKE2b takes every input")
    }
    return hexadecimal(hash)
  }
}
