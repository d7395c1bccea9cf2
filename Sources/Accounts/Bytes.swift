import Glibc

/// The C library's scans, which look at many bytes at a time. Not for secrets: they end where the first byte
/// differs, and `Secret` compares in constant time.
package enum Bytes {
  /// Whether both are the same. O(count).
  package static func areSame(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    guard left.count == right.count else { return false }
    guard let start = left.baseAddress, let other = right.baseAddress else { return true }
    return memcmp(start, other, left.count) == 0
  }

  /// Whether the first come before the others in the order of bytes. O(count).
  package static func precede(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    guard let start = left.baseAddress, let other = right.baseAddress else {
      return left.count < right.count
    }
    let order = memcmp(start, other, min(left.count, right.count))
    return order == 0 ? left.count < right.count : order < 0
  }

  /// Where, from an offset on, a byte stands first; nil for nowhere. O(count).
  package static func firstIndex(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from offset: Int = 0
  ) -> Int? {
    guard let start = bytes.baseAddress, offset < bytes.count else { return nil }
    return memchr(start + offset, Int32(byte), bytes.count - offset)
      .map { UnsafeRawPointer($0) - start }
  }
}
