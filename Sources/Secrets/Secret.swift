import CSodium

/// The bytes of a secret, in locked memory that is wiped when the last reference is released.
///
/// It is immutable, so it can be shared freely. It doesn't turn into text by accident.
package final class Secret: @unchecked Sendable {
  private let storage: UnsafeMutableRawPointer

  /// The length in bytes.
  package let count: Int

  /// Copies the bytes. The caller must wipe its own copy.
  package convenience init(copying bytes: UnsafeRawBufferPointer) {
    self.init(size: bytes.count)
    fill(from: bytes)
  }

  /// Creates a secret from text that is not secret yet: a literal in a test, or a generated
  /// password.
  package convenience init(_ text: String) {
    var text = text
    self.init(size: text.utf8.count)
    text.withUTF8 { fill(from: UnsafeRawBufferPointer($0)) }
  }

  private init(size: Int) {
    storage = Sodium.allocate(size)
    count = size
  }

  private func fill(from bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    storage.copyMemory(from: source, byteCount: bytes.count)
  }

  deinit {
    Sodium.free(storage, count)
  }

  package var isEmpty: Bool { count == 0 }

  /// The first byte, which shows whether the secret can be a command; `nil` if the secret is empty.
  package var first: UInt8? { withBytes { $0.first } }

  /// Calls the closure with the bytes, which are valid only during the call. The caller must wipe
  /// its own copies.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: storage, count: count))
  }

  /// The address of the bytes, for a C library that keeps a pointer to them. Valid while the secret
  /// lives.
  package var unsafeAddress: UnsafeMutableRawPointer { storage }

  /// Whether the bytes are valid UTF-8, without overlong forms, surrogates or truncated sequences.
  /// O(count).
  package var isValidUTF8: Bool {
    withBytes { (try? UTF8Span(validating: $0.assumingMemoryBound(to: UInt8.self).span)) != nil }
  }

  /// Whether the secret equals `bytes`, in constant time for equal lengths.
  package func isEqual(to bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count == count && begins(with: bytes)
  }

  /// Whether the secret begins with `bytes`, in constant time for a given length of `bytes`.
  package func begins(with bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= count else { return false }
    return bytes.isEmpty || sodium_memcmp(storage, bytes.baseAddress!, bytes.count) == 0
  }

  /// Whether the secret equals the UTF-8 of `text`, in constant time for equal lengths.
  package func isEqual(to text: String) -> Bool {
    var text = text
    return text.withUTF8 { isEqual(to: UnsafeRawBufferPointer($0)) }
  }

  /// Returns the offset of the secret in `bytes`, or `nil` if they don't contain it or if it is
  /// empty. O(bytes).
  package func firstOffset(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard count > 0, let start = bytes.baseAddress else { return nil }
    return memmem(start, bytes.count, storage, count).map { UnsafeRawPointer($0) - start }
  }
}

extension Secret: Equatable {
  /// Compares byte for byte, in constant time for equal lengths.
  package static func == (left: Secret, right: Secret) -> Bool {
    right.withBytes { left.isEqual(to: $0) }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "<secret>" }
  package var debugDescription: String { "<secret>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
