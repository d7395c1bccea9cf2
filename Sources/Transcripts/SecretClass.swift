import Accounts
import Secrets
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
  var isOutside: Bool {
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

/// Makes the secrets for names and classes.
package struct SecretMaker: Sendable {
  /// Looks up a secret outside the program; returns `nil` if there is none.
  package typealias Source = @Sendable (SecretClass) -> Secret?

  package let seed: UInt64
  private let outside: Source

  /// - Parameter outside: resolves `env:` and `file:`, the two classes that this module can't.
  package init(seed: UInt64, outside: @escaping Source = { _ in nil }) {
    self.seed = seed
    self.outside = outside
  }

  /// Returns the secret; `nil` if the environment or the file has none.
  ///
  /// - Parameter username: the current username, for the `username` class; `nil` if there is none.
  package func secret(
    named name: String, _ secretClass: SecretClass, username: String?
  ) -> Secret? {
    var random = SplitMix64(seed: seed ^ hash(name, secretClass.description))
    switch secretClass {
    case .strong:
      var body = mixed(18, &random)
      body.insert(Self.marks.randomElement(using: &random)!, at: 9)
      return secret(body)
    case .lower(let count): return secret(pick(count, Self.lower, &random))
    case .upper(let count): return secret(pick(count, Self.upper, &random))
    case .digit(let count): return secret(pick(count, Self.digits, &random))
    case .mixed(let count): return secret(mixed(count, &random))
    case .words(let count):
      let words = (0..<count).map { _ in Self.words.randomElement(using: &random)! }
      return Secret(words.joined(separator: "-"))
    case .unicode(let count): return Secret(String(pick(count, Self.letters, &random)))
    case .common:
      let password = CommonPasswords.all.randomElement(using: &random)!
      return Secret(repeated(String(decoding: password, as: UTF8.self), to: 15))
    case .username: return username.map { Secret(repeated($0, to: 15) + "1") }
    case .like(let text): return Secret(repeated(text, to: 15) + "1")
    case .environment, .file: return outside(secretClass)
    }
  }

  // Bytes for ASCII, because they are far cheaper to draw and join than characters.
  private static let lower = Array("abcdefghijklmnopqrstuvwxyz".utf8)
  private static let upper = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  private static let digits = Array("0123456789".utf8)
  private static let marks = Array("-_.!?+*".utf8)
  /// Letters of one code point and two to four bytes, unchanged by normalization to NFC.
  private static let letters = Array("äéîøũßñçłžабвгдежзαβγδεζη汉字密码用户名注册あいうえお가나다𐐀𠀋")
  private static let words = [
    "apple", "bridge", "candle", "desert", "engine", "forest", "garden", "harbor", "island",
    "jacket", "kettle", "lantern", "meadow", "needle", "orange", "pepper", "quartz", "river",
    "saddle", "timber", "umbrella", "velvet", "window", "yellow",
  ]

  private func secret(_ bytes: [UInt8]) -> Secret {
    bytes.withUnsafeBytes { Secret(copying: $0) }
  }

  private func pick<Letter>(
    _ count: Int, _ letters: [Letter], _ random: inout SplitMix64
  ) -> [Letter] {
    (0..<count).map { _ in letters.randomElement(using: &random)! }
  }

  private func mixed(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
    let (lower, upper, digits) = (Self.lower, Self.upper, Self.digits)
    var letters: [UInt8] = []
    letters.reserveCapacity(count + 1)
    for index in 0..<count {
      switch index % 3 {
      case 0: letters.append(lower[random.next(below: lower.count)])
      case 1: letters.append(upper[random.next(below: upper.count)])
      default: letters.append(digits[random.next(below: digits.count)])
      }
    }
    return letters
  }

  private func repeated(_ text: String, to length: Int) -> String {
    guard !text.isEmpty else { return text }
    var result = text
    while result.unicodeScalars.count < length { result += text }
    return result
  }

  /// Hashes the two texts, joined by a space, with 64-bit FNV-1a, which gives the same result on
  /// every machine and in every run.
  private func hash(_ name: String, _ words: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [name, " ", words] {
      text.withUTF8Text { text in
        for byte in text.bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
      }
    }
    return hash
  }
}
