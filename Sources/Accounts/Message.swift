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

  /// Values by name, in any order. There are so few that a search costs less than hashing.
  package struct Values: Sendable, ExpressibleByDictionaryLiteral {
    package let all: [(String, Value)]

    package init(dictionaryLiteral elements: (String, Value)...) {
      all = elements
    }

    private init(_ all: [(String, Value)]) { self.all = all }

    /// Returns the same names with transformed values.
    package func mapValues(_ change: (Value) -> Value) -> Values {
      Values(all.map { ($0, change($1)) })
    }

    package subscript(name: String) -> Value? {
      for index in all.indices where all[index].0 == name { return all[index].1 }
      return nil
    }
  }
}

extension Message.Values: Hashable {
  package static func == (left: Message.Values, right: Message.Values) -> Bool {
    left.all.count == right.all.count && left.all.allSatisfy { right[$0] == $1 }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(all.count) }
}
