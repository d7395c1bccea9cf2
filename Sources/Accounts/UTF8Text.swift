import Secrets

/// A text's bytes on loan, read as Unicode scalars without making a `String`, so that a rule may look
/// at a secret and leave no copy behind. The bytes must be valid UTF-8, and outlive the value.
package struct UTF8Text: Sequence {
  package let bytes: UnsafeRawBufferPointer

  package func makeIterator() -> Iterator {
    Iterator(bytes: bytes.makeIterator())
  }

  package struct Iterator: IteratorProtocol {
    private var bytes: UnsafeRawBufferPointer.Iterator
    private var decoder = UTF8()

    init(bytes: UnsafeRawBufferPointer.Iterator) {
      self.bytes = bytes
    }

    package mutating func next() -> Unicode.Scalar? {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): scalar
      case .emptyInput: nil
      case .error: "\u{FFFD}"
      }
    }
  }

  package var isASCII: Bool {
    bytes.allSatisfy { $0 < 0x80 }
  }

  /// The number of parts by a unit. O(n).
  package func count(_ unit: Policy.Unit) -> Int {
    switch unit {
    case .bytes: bytes.count
    case .codePoints: reduce(0) { count, _ in count + 1 }
    case .characters: characterCount
    }
  }

  /// The number of extended grapheme clusters, as `String.count` gives it.
  private var characterCount: Int {
    var recognizer = Unicode._CharacterRecognizer()
    var breaks = 0
    for scalar in self where recognizer.hasBreak(before: scalar) { breaks += 1 }
    return breaks
  }
}

extension String {
  /// Whether both are the same UTF-8, unlike `==`, for which canonically equivalent texts are one.
  /// O(n), eight bytes at a time.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        areSame(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      } ?? left.elementsEqual(other.utf8)
    } ?? utf8.elementsEqual(other.utf8)
  }

  /// Lends the text to a rule.
  package func withUTF8Text<Result>(_ body: (UTF8Text) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { body(UTF8Text(bytes: UnsafeRawBufferPointer($0))) }
  }
}

/// - Precondition: both are of one length.
private func areSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  var offset = 0
  while offset + 8 <= left.count {
    let (one, other) = (
      left.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
      right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    )
    if one != other { return false }
    offset += 8
  }
  while offset < left.count {
    if left[offset] != right[offset] { return false }
    offset += 1
  }
  return true
}

extension Secret {
  /// Lends the text to a rule.
  package func withUTF8Text<Result>(_ body: (UTF8Text) -> Result) -> Result {
    withBytes { body(UTF8Text(bytes: $0)) }
  }
}
