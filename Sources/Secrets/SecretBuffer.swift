import CSodium

/// A mutable buffer of secret bytes, for line editors and readers. It grows, and wipes all memory
/// that it gives up. It has one owner and must not be shared between threads.
package final class SecretBuffer {
  private var storage: UnsafeMutableRawPointer
  private var capacity: Int

  /// The length in bytes.
  package private(set) var count = 0

  /// - Parameter capacity: The number of bytes that fit before the buffer grows.
  package init(capacity: Int = 256) {
    self.capacity = max(capacity, 1)
    storage = Sodium.allocate(self.capacity)
  }

  deinit {
    Sodium.free(storage, capacity)
  }

  package var isEmpty: Bool { count == 0 }

  /// Inserts bytes at `offset`, in bytes, in `0...count`. O(count).
  package func insert(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    precondition(offset >= 0 && offset <= count)
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(count + bytes.count)
    let place = storage + offset
    (place + bytes.count).copyMemory(from: place, byteCount: count - offset)
    place.copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  package func append(_ bytes: UnsafeRawBufferPointer) {
    insert(bytes, at: count)
  }

  package func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends bytes in Base64, with padding (RFC 4648, section 4).
  package func appendBase64(_ bytes: UnsafeRawBufferPointer) {
    let variant = sodium_base64_VARIANT_ORIGINAL
    // Includes the NUL that libsodium writes at the end.
    let size = sodium_base64_encoded_len(bytes.count, variant)
    _ = appending(upTo: size) { memory in
      let source = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
      let target = memory.assumingMemoryBound(to: CChar.self).baseAddress!
      sodium_bin2base64(target, size, source, bytes.count, variant)
      return size - 1
    }
  }

  /// Lets a reader append bytes.
  ///
  /// - Parameters:
  ///   - size: The greatest number of bytes to append.
  ///   - body: Writes to the beginning of the given memory, and returns the number of bytes
  ///     written; zero or less for none.
  /// - Returns: The result of `body`.
  package func appending(upTo size: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    reserve(count + size)
    let added = body(UnsafeMutableRawBufferPointer(start: storage + count, count: size))
    count += max(added, 0)
    return added
  }

  /// Removes a range of byte offsets and wipes its contents. O(count).
  package func remove(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    (storage + range.lowerBound).copyMemory(
      from: storage + range.upperBound, byteCount: count - range.upperBound)
    sodium_memzero(storage + (count - range.count), range.count)
    count -= range.count
  }

  /// Removes and wipes all bytes. O(count): a large buffer for short reads stays out of the cache.
  package func wipe() {
    sodium_memzero(storage, count)
    count = 0
  }

  /// Returns a copy of a range of byte offsets; by default, of all bytes.
  package func secret(_ range: Range<Int>? = nil) -> Secret {
    withBytes { bytes in
      Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[range ?? 0..<count]))
    }
  }

  /// Calls the closure with the bytes, which are valid only during the call.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: storage, count: count))
  }

  private func reserve(_ size: Int) {
    guard size > capacity else { return }
    let larger = max(size, capacity * 2)
    let next = Sodium.allocate(larger)
    next.copyMemory(from: storage, byteCount: count)
    Sodium.free(storage, capacity)
    storage = next
    capacity = larger
  }
}
