import CSodium

/// Recognises a secret that was seen before, without storing it: a keyed BLAKE2b hash. The key is
/// in locked memory and is wiped when the maker is deallocated.
package struct SecretFingerprint: Hashable, Sendable {
  private let hash: [UInt8]

  /// Makes fingerprints that can only be compared with those of the same maker.
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
