import Accounts
import Secrets
import Text

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
      case 0: letters.append(lower.randomElement(using: &random)!)
      case 1: letters.append(upper.randomElement(using: &random)!)
      default: letters.append(digits.randomElement(using: &random)!)
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
