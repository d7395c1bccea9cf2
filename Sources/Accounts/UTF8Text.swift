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
  /// Lends the text to a rule.
  package func withUTF8Text<Result>(_ body: (UTF8Text) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { body(UTF8Text(bytes: UnsafeRawBufferPointer($0))) }
  }
}

extension SecretBuffer {
  /// Lends the text to a rule.
  package func withUTF8Text<Result>(_ body: (UTF8Text) -> Result) -> Result {
    withBytes { body(UTF8Text(bytes: $0)) }
  }
}

extension Secret {
  /// Lends the text to a rule.
  package func withUTF8Text<Result>(_ body: (UTF8Text) -> Result) -> Result {
    withBytes { body(UTF8Text(bytes: $0)) }
  }
}
