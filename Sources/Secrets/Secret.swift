import CSodium

/// A secret's bytes, in locked memory that is wiped when the last reference goes.
///
/// It never turns into text by accident: its description says nothing, it has no `Codable`
/// conformance, and mirrors see no children. It is immutable, so that it may be shared freely.
package final class Secret: @unchecked Sendable {
  private let storage: UnsafeMutableRawPointer

  /// The length in bytes.
  package let count: Int

  /// Copies the bytes. The caller wipes its own copy.
  package convenience init(copying bytes: UnsafeRawBufferPointer) {
    self.init(size: bytes.count)
    fill(from: bytes)
  }

  /// A secret from text that is none yet: a literal in a test, or one made from a class.
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

  /// The first byte, which tells what is no command; nil for the empty secret.
  package var first: UInt8? { withBytes { $0.first } }

  /// Lends the bytes for the length of the call. Copies made of them are the caller's to wipe.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: storage, count: count))
  }

  /// Where the bytes stand, for a C library that keeps a pointer to them. Valid as long as the secret lives.
  package var unsafeAddress: UnsafeMutableRawPointer { storage }

  /// Whether the bytes are UTF-8, without overlong forms, surrogates or anything cut. O(count).
  package var isValidUTF8: Bool {
    withBytes { bytes in
      var decoder = UTF8()
      var iterator = bytes.makeIterator()
      while true {
        switch decoder.decode(&iterator) {
        case .scalarValue: continue
        case .emptyInput: return true
        case .error: return false
        }
      }
    }
  }

  /// Whether the secret is exactly these bytes, in constant time for equal lengths.
  package func isEqual(to bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count == count && begins(with: bytes)
  }

  /// Whether the secret's first bytes are these, in constant time for each length of theirs.
  package func begins(with bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= count else { return false }
    return bytes.isEmpty || sodium_memcmp(storage, bytes.baseAddress!, bytes.count) == 0
  }

  /// Whether the secret is exactly this text's UTF-8, in constant time for equal lengths.
  package func isEqual(to text: String) -> Bool {
    var text = text
    return text.withUTF8 { other in
      other.count == count
        && (count == 0 || sodium_memcmp(storage, other.baseAddress!, count) == 0)
    }
  }
}

extension Secret: Equatable {
  /// Byte for byte, in constant time for equal lengths.
  package static func == (left: Secret, right: Secret) -> Bool {
    left.count == right.count
      && (left.count == 0 || sodium_memcmp(left.storage, right.storage, left.count) == 0)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "<secret>" }
  package var debugDescription: String { "<secret>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
