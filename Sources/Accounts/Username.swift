import Text

/// A username exactly as it was given: never trimmed, folded or normalised.
///
/// Two usernames are equal if their UTF-8 is equal. `String` equality would treat NFC and NFD as
/// the same, but that is for the policy to decide (`Policy.identity`).
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
