import Text

/// The class of a secret, so that a transcript needs to contain no secret. The same seed, name and
/// class produce the same bytes everywhere, and the bytes are stored nowhere.
package enum SecretClass: Hashable, Sendable {
  /// Letters of both cases, digits and marks: a password that every named policy accepts.
  case strong
  /// The given number of ASCII lower-case letters.
  case lower(Int)
  case upper(Int)
  case digit(Int)
  /// The given number of ASCII letters of both cases and digits; at least one of each if the number
  /// is three or more.
  case mixed(Int)
  /// The given number of common words, joined by hyphens.
  case words(Int)
  /// The given number of letters from several scripts, each a single code point.
  case unicode(Int)
  /// A common password, repeated if necessary to reach 15 characters.
  case common
  /// The current username, repeated if necessary to reach 15 characters, and a 1.
  case username
  /// Made from a text in the same way as `username`: for a password that turns out to resemble a
  /// later username.
  case like(String)
  /// The value of an environment variable.
  case environment(String)
  /// The first line of a file.
  case file(String)
}

extension SecretClass: CustomStringConvertible {
  package var description: String {
    switch self {
    case .strong: "strong"
    case .lower(let count): "lower:\(count)"
    case .upper(let count): "upper:\(count)"
    case .digit(let count): "digit:\(count)"
    case .mixed(let count): "mixed:\(count)"
    case .words(let count): "words:\(count)"
    case .unicode(let count): "unicode:\(count)"
    case .common: "common"
    case .username: "username"
    case .like(let text): "like:\(text)"
    case .environment(let name): "env:\(name)"
    case .file(let path): "file:\(path)"
    }
  }

  /// Whether the secret comes from outside the program.
  package var isOutside: Bool {
    switch self {
    case .environment, .file: true
    case .strong, .lower, .upper, .digit, .mixed, .words, .unicode, .common, .username, .like: false
    }
  }

  var isLike: Bool {
    if case .like = self { true } else { false }
  }

  /// The text that the transcript's author or the user has chosen; empty if there is none.
  package var argument: String {
    switch self {
    case .like(let text), .environment(let text), .file(let text): text
    case .strong, .lower, .upper, .digit, .mixed, .words, .unicode, .common, .username: ""
    }
  }

  /// The maximum number in a class, in the class's own unit.
  package static let longest = 65_536

  /// Parses a class as written in a transcript; returns `nil` if the text is not a class.
  package init?(_ text: String) {
    switch text {
    case "strong": self = .strong
    case "common": self = .common
    case "username": self = .username
    default: self.init(withArgument: text)
    }
  }

  private static let names = [
    "strong", "lower", "upper", "digit", "mixed", "words", "unicode", "common", "username", "like",
    "env", "file",
  ]

  /// Returns the name of the class that a text was probably meant to be, or `nil` if there is none,
  /// or if only the class's argument is wrong.
  static func name(nearestTo text: String) -> String? {
    let word = text.prefix { $0 != ":" }
    return names.contains(String(word)) ? nil : nearest(to: word, among: names)
  }

  private init?(withArgument text: String) {
    let parts = text.utf8.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
    let argument = parts.count == 2 ? String(Substring(parts[1])) : nil
    let count = argument.flatMap { text -> Int? in
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text.first != "0" else {
        return nil
      }
      return Int(text).flatMap { (1...Self.longest).contains($0) ? $0 : nil }
    }
    switch (String(Substring(parts[0])), count, argument) {
    case ("lower", let count?, _): self = .lower(count)
    case ("upper", let count?, _): self = .upper(count)
    case ("digit", let count?, _): self = .digit(count)
    case ("mixed", let count?, _): self = .mixed(count)
    case ("words", let count?, _): self = .words(count)
    case ("unicode", let count?, _): self = .unicode(count)
    case ("like", _, let text?) where !text.isEmpty: self = .like(text)
    case ("env", _, let name?) where !name.isEmpty: self = .environment(name)
    case ("file", _, let path?) where !path.isEmpty: self = .file(path)
    default: return nil
    }
  }
}
