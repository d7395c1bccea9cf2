import Conversation
import Text

/// One locale's wording of every message, and the words that the user can type.
package final class Catalogue: Sendable {
  /// The BCP 47 tag that `--locale` accepts.
  package let locale: String
  /// The language's names, in English and in itself, for suggestions.
  private let names: [String]
  /// The POSIX locales that select this catalogue, without encoding and modifier, such as `zh_CN`.
  /// `_*` at the end stands for any territory.
  private let environments: [String]
  /// The locale's own words, without the English ones that every locale accepts.
  package let vocabulary: Vocabulary
  /// The separator between the items of a list.
  let separator: String
  let wordings: KeyValuePairs<MessageKey, String>
  private let templates: [MessageKey: [Template.Part]]
  /// The words that the user can type: the English ones and the locale's own.
  package let fullVocabulary: Vocabulary

  init(
    locale: String, names: [String], environments: [String], vocabulary: Vocabulary,
    separator: String,
    texts: KeyValuePairs<MessageKey, String>
  ) {
    self.locale = locale
    self.names = names
    self.environments = environments
    self.vocabulary = vocabulary
    self.separator = separator
    wordings = texts
    templates = Dictionary(uniqueKeysWithValues: texts.map { ($0, Template.parts(of: $1)) })
    fullVocabulary = .english.adding(vocabulary)
  }

  /// All catalogues. A new language needs its own file and a place in this list.
  package static let all: [Catalogue] = [english, simplifiedChinese, german]

  /// All wordings and command words of all catalogues, in one text.
  package static var everyText: String {
    all.flatMap { $0.wordings.map(\.value) + $0.vocabulary.commands.map(\.word) }
      .joined(separator: "\n")
  }

  /// Returns the catalogue for the exact tag of a locale; `nil` if there is none.
  package static func named(_ locale: String) -> Catalogue? { first { $0.locale == locale } }

  /// Returns the catalogue for a POSIX locale, such as `zh_CN.UTF-8`; English if there is none.
  package static func forEnvironment(_ locale: String) -> Catalogue {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    return first { $0.isSelected(by: name) } ?? english
  }

  /// Returns the tag of the catalogue in the same language as a locale that has none, such as "de"
  /// for `de-AT`; `nil` if there is none.
  static func sameLanguage(as locale: String) -> String? {
    func language(_ tag: String) -> String {
      tag.prefix { !"-_.@".contains($0) }.lowercased()
    }
    return first { language($0.locale) == language(locale) }?.locale
  }

  /// Returns the tag of the language that has a name such as "German", even if the name is slightly
  /// misspelt; `nil` if there is none.
  static func language(named name: String) -> String? {
    let near = nearest(to: name, among: all.flatMap(\.names))
    return near.flatMap { near in all.first { $0.names.contains(near) }?.locale }
  }

  private static func first(where isMeant: (Catalogue) -> Bool) -> Catalogue? {
    // Check for English first: creating the other catalogues takes time.
    isMeant(english) ? english : all.first(where: isMeant)
  }

  private func isSelected(by environment: Substring) -> Bool {
    environments.contains { name in
      name.hasSuffix("*") ? environment.hasPrefix(name.dropLast()) : environment == name
    }
  }

  /// Returns the text of a message. Control characters in values are escaped. O(length of the
  /// text).
  package func words(for message: Message) -> String {
    filled(template(of: message), message.values)
  }

  private func template(of message: Message) -> [Template.Part] {
    if message.key == .custom {
      return Template.parts(of: message.texts[locale] ?? message.texts["en"] ?? "")
    }
    return templates[message.key] ?? []
  }

  /// Returns the text of a question in two parts: what is asked, and the hint in parentheses at its
  /// end with the space before it, or "" if there is none.
  package func question(for message: Message) -> (asks: String, hint: String) {
    guard let (asks, hint) = Template.hint(of: template(of: message)) else {
      return (words(for: message), "")
    }
    return (filled(asks, message.values), filled(hint, message.values))
  }

  private func filled(_ template: [Template.Part], _ values: Message.Values) -> String {
    // An array of bytes grows at a lower cost than a `String`.
    var result: [UInt8] = []
    result.reserveCapacity(128)
    for part in template {
      switch part {
      case .literal(let text): result.append(text)
      case .value(let name): result.append(values[name].map { words($0) } ?? "{\(name)}")
      case .joined(let name, let between):
        result.append(values[name].map { words($0, between) } ?? "{\(name)}")
      case .plural(let name, let one, let many):
        if case .count(1)? = values[name] { result.append(one) } else { result.append(many) }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func words(_ value: Message.Value, _ between: String? = nil) -> String {
    switch value {
    case .text(let text): escapingControls(text)
    case .count(let count): String(count)
    case .message(let message): words(for: message)
    case .list(let messages):
      messages.map { words(for: $0) }.joined(separator: between ?? separator)
    }
  }
}
