import CSodium

/// Secret bytes under way: what a line editor edits and a reader fills. It grows, and every piece of
/// memory it leaves behind is wiped. One owner; not for sharing between threads.
package final class SecretBuffer {
  private var storage: UnsafeMutableRawPointer
  private var capacity: Int

  /// The length in bytes.
  package private(set) var count = 0

  /// - Parameter capacity: bytes to hold before the first growth.
  package init(capacity: Int = 256) {
    self.capacity = max(capacity, 1)
    storage = Sodium.allocate(self.capacity)
  }

  deinit {
    Sodium.free(storage, capacity)
  }

  package var isEmpty: Bool { count == 0 }

  /// Inserts bytes before `offset`, a byte offset in `0...count`. O(count).
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

  /// Appends bytes in Base64, with padding (RFC 4648, 4).
  package func appendBase64(_ bytes: UnsafeRawBufferPointer) {
    let variant = sodium_base64_VARIANT_ORIGINAL
    // With the NUL that libsodium puts at the end.
    let size = sodium_base64_encoded_len(bytes.count, variant)
    _ = appending(upTo: size) { memory in
      let source = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
      let target = memory.assumingMemoryBound(to: CChar.self).baseAddress!
      sodium_bin2base64(target, size, source, bytes.count, variant)
      return size - 1
    }
  }

  /// Lets a reader put bytes at the end.
  ///
  /// - Parameters:
  ///   - size: how many bytes the reader may put there at the most.
  ///   - body: fills the beginning of the memory it is lent, and returns how many bytes it put there;
  ///     zero or less for none.
  /// - Returns: what `body` returned.
  package func appending(upTo size: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    reserve(count + size)
    let added = body(UnsafeMutableRawBufferPointer(start: storage + count, count: size))
    count += max(added, 0)
    return added
  }

  /// Removes a range of byte offsets and wipes what it held. O(count).
  package func remove(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    (storage + range.lowerBound).copyMemory(
      from: storage + range.upperBound, byteCount: count - range.upperBound)
    sodium_memzero(storage + (count - range.count), range.count)
    count -= range.count
  }

  /// Forgets and wipes everything.
  package func wipe() {
    sodium_memzero(storage, capacity)
    count = 0
  }

  /// A copy of a range of byte offsets, the whole by default.
  package func secret(_ range: Range<Int>? = nil) -> Secret {
    withBytes { bytes in
      Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[range ?? 0..<count]))
    }
  }

  /// Lends the bytes for the length of the call.
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
