/// What to say, as a key and values. The words come from the catalogue of the locale.
package struct Message: Hashable, Sendable {
  package let key: MessageKey
  /// Values for the wording's placeholders.
  package let values: Values
  private let ownTexts: [String: String]?

  /// The words of a user's own policy, by locale. They replace the catalogue's.
  package var texts: [String: String] { ownTexts ?? [:] }

  package init(_ key: MessageKey, _ values: Values = [:], texts: [String: String] = [:]) {
    self.key = key
    self.values = values
    // Few messages have any, and messages are copied a lot.
    ownTexts = texts.isEmpty ? nil : texts
  }

  package enum Value: Hashable, Sendable {
    /// Text from outside the program. It is shown with its control characters escaped.
    case text(String)
    case count(Int)
    /// A value with words of its own.
    case message(Message)
    /// Several messages, one after another.
    case list([Message])
  }

  /// Values by name.
  package typealias Values = [String: Value]
}

/// A message and its tone.
package struct Utterance: Hashable, Sendable {
  package let tone: Tone
  package let message: Message

  package init(_ tone: Tone, _ message: Message) {
    self.tone = tone
    self.message = message
  }
}

package enum Tone: Sendable, CaseIterable {
  case says
  /// Work is in progress.
  case works
  case accepts
  case refuses
}
