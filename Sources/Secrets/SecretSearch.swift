import CSodium

extension Secret {
  /// Where the secret stands in some bytes; nil for nowhere, and for the empty secret. O(bytes).
  package func firstOffset(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard count > 0, let start = bytes.baseAddress else { return nil }
    return withBytes { secret in
      memmem(start, bytes.count, secret.baseAddress!, secret.count)
        .map { UnsafeRawPointer($0) - start }
    }
  }
}
