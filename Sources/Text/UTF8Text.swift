/// A view of a text's bytes as Unicode scalars, without creating a `String`, so that a rule can
/// inspect a secret without leaving a copy behind. The bytes must be valid UTF-8 and must outlive
/// the view.
package struct UTF8Text: Sequence {
  package let bytes: UnsafeRawBufferPointer

  package init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  package func makeIterator() -> Iterator {
    Iterator(bytes: bytes, offset: 0)
  }

  package struct Iterator: IteratorProtocol, Sequence {
    fileprivate let bytes: UnsafeRawBufferPointer
    /// The number of bytes that have been read.
    fileprivate(set) var offset: Int

    package mutating func next() -> Unicode.Scalar? {
      guard offset < bytes.count else { return nil }
      // Almost all texts are ASCII, and the decoder is slow.
      if bytes[offset] < 0x80 {
        offset += 1
        return Unicode.Scalar(bytes[offset - 1])
      }
      var rest = bytes[offset...].makeIterator()
      var decoder = UTF8()
      guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
        offset += 1
        return "\u{FFFD}"
      }
      offset += UTF8.width(scalar)
      return scalar
    }
  }

  package var isASCII: Bool {
    bytes.allSatisfy { $0 < 0x80 }
  }

  package var isPrintableASCII: Bool {
    bytes.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// The number of extended grapheme clusters, the same as `String.count`. O(n).
  package var characterCount: Int {
    // In ASCII, only CR LF is a cluster of two scalars.
    if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) { return bytes.count }
    var recognizer = Unicode._CharacterRecognizer()
    var breaks = 0
    for scalar in self where recognizer.hasBreak(before: scalar) { breaks += 1 }
    return breaks
  }
}

extension String {
  /// Whether both have the same UTF-8. Unlike `==`, this does not ignore canonical equivalence.
  /// O(n).
  package func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Calls the closure with a view of the text.
  package func withUTF8Text<Result>(_ body: (UTF8Text) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { body(UTF8Text(bytes: UnsafeRawBufferPointer($0))) }
  }
}

extension Unicode.Scalar {
  /// Calls the closure with the UTF-8 on the stack, and wipes it afterwards, because it may be part
  /// of a secret.
  package func withWipedUTF8<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { memory in
      defer { memory.initializeMemory(as: UInt8.self, repeating: 0) }
      let bytes = UTF8.encode(self)!
      memory.copyBytes(from: bytes)
      return body(UnsafeRawBufferPointer(rebasing: memory[..<bytes.count]))
    }
  }
}

extension [UInt8] {
  /// Appends the UTF-8 of a text all at once.
  package mutating func append(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(contentsOf: $0) }
    if isDone == nil { append(contentsOf: text.utf8) }
  }
}
