import CSodium
import Secrets

/// Proves that a user signed in here before: 256 random bits. The store contains only a hash of it,
/// so reading the store is not enough to impersonate a user.
package struct SessionToken: Sendable {
  /// In hexadecimal.
  package let secret: Secret

  /// Creates a new token.
  package init() {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    randombytes_buf(&bytes, Self.size)
    var digits = Array(hexadecimal(bytes).utf8)
    defer {
      sodium_memzero(&bytes, bytes.count)
      sodium_memzero(&digits, digits.count)
    }
    secret = digits.withUnsafeBytes { Secret(copying: $0) }
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

  /// The hash that the store contains. With this many random bits, it needs neither a salt nor a
  /// slow hash.
  var hash: String { secret.withBytes { hexadecimalHash(of: $0) } }
}
