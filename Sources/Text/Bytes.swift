import Glibc

/// Byte comparisons and searches by the C library, which works on many bytes at a time.
///
/// Don't use them for secrets: they stop at the first difference. `Secret` compares in constant
/// time.
package enum Bytes {
  /// Whether both buffers contain the same bytes. O(count).
  package static func areSame(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    guard left.count == right.count else { return false }
    guard let start = left.baseAddress, let other = right.baseAddress else { return true }
    return memcmp(start, other, left.count) == 0
  }

  /// Whether `left` sorts before `right` in byte order. O(count).
  package static func precede(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    guard let start = left.baseAddress, let other = right.baseAddress else {
      return left.count < right.count
    }
    let order = memcmp(start, other, min(left.count, right.count))
    return order == 0 ? left.count < right.count : order < 0
  }

  /// Returns the index of the first occurrence of a byte at or after `offset`, or `nil` if there is
  /// none. O(count).
  package static func firstIndex(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from offset: Int = 0
  ) -> Int? {
    guard let start = bytes.baseAddress, offset < bytes.count else { return nil }
    return memchr(start + offset, Int32(byte), bytes.count - offset)
      .map { UnsafeRawPointer($0) - start }
  }
}
