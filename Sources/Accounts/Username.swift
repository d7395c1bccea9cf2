/// A username as it was given: never trimmed, folded or normalised.
///
/// Two are equal when their UTF-8 is. Swift's own `String` equality would call NFC and NFD the same,
/// which is a policy's matter (`Policy.identity`), not a value's.
package struct Username: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: Username, right: Username) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  package func hash(into hasher: inout Hasher) {
    var copy = text
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  package var description: String { text }
}
