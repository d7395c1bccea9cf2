/// What to say, as a key and values; a locale's catalogue owns the words.
package struct Message: Hashable, Sendable {
  package let key: MessageKey
  /// Values for the wording's placeholders, by their names.
  package let values: [String: Value]
  /// Words that a user's policy brings along, by locale; used in place of the catalogue's.
  package let texts: [String: String]

  package init(_ key: MessageKey, _ values: [String: Value] = [:], texts: [String: String] = [:]) {
    self.key = key
    self.values = values
    self.texts = texts
  }

  package enum Value: Hashable, Sendable {
    /// Text from outside: shown with its control characters escaped.
    case text(String)
    case count(Int)
    /// Something that has words of its own.
    case message(Message)
    /// Several of them, one after the other.
    case list([Message])
  }
}
