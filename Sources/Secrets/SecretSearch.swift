import CSodium

extension Secret {
  /// Returns the offset of the secret in `bytes`, or `nil` if they don't contain it or if it is
  /// empty. O(bytes).
  package func firstOffset(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard count > 0, let start = bytes.baseAddress else { return nil }
    return withBytes { secret in
      memmem(start, bytes.count, secret.baseAddress!, secret.count)
        .map { UnsafeRawPointer($0) - start }
    }
  }
}
