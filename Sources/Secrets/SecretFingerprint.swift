import CSodium

/// Tells whether a secret was seen before without keeping it: a keyed BLAKE2b hash, whose key lives in
/// locked memory and dies with the maker.
package struct SecretFingerprint: Hashable, Sendable {
  private let hash: [UInt8]

  /// Makes fingerprints that can be compared with one another, and with no other maker's.
  package final class Maker: @unchecked Sendable {
    private let key: UnsafeMutableRawPointer
    private static let keySize = 32

    package init() {
      key = Sodium.allocate(Self.keySize)
      randombytes_buf(key, Self.keySize)
    }

    deinit {
      Sodium.free(key, Self.keySize)
    }

    package func fingerprint(of secret: Secret) -> SecretFingerprint {
      var hash = [UInt8](repeating: 0, count: 32)
      secret.withBytes { bytes in
        _ = crypto_generichash(
          &hash, hash.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
          UInt64(bytes.count), key.assumingMemoryBound(to: UInt8.self), Self.keySize)
      }
      return SecretFingerprint(hash: hash)
    }
  }
}
