import Accounts
import Conversation

/// Reads one line of the grammar. What depends on the lines before is `Script`'s matter.
enum LineParser {
  /// Sigils and spaces are bytes: a combining mark behind one doesn't make another of it.
  static func record(_ text: String) throws(TranscriptError.Reason) -> Record {
    let bytes = text.utf8
    for scalar in text.unicodeScalars where scalar.isControl {
      guard scalar == "\t", bytes.first == UInt8(ascii: "#") else { throw .controlCharacter }
    }
    if bytes.isEmpty { return .comment("") }
    if bytes.starts(with: "#!".utf8) { return .shebang(String(Substring(bytes.dropFirst(2)))) }
    if bytes.first == UInt8(ascii: "#") { return .comment(text) }
    if bytes.first == UInt8(ascii: "@") { return try setting(try rest(text, after: "@")) }
    if bytes.starts(with: "you>".utf8) { return .you(try rest(text, after: "you>")) }
    if bytes.starts(with: "key>".utf8) { return try key(text) }
    if bytes.starts(with: "end>".utf8) { return .end(try ending(try rest(text, after: "end>"))) }
    for tone in Tone.allCases where bytes.starts(with: tone.sigil.utf8) {
      return .bot(tone, try rest(text, after: tone.sigil))
    }
    throw .unknownSigil
  }

  private static func words(_ text: String, splits: Int) -> [String] {
    text.utf8.split(
      separator: UInt8(ascii: " "), maxSplits: splits, omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
  }

  /// What follows a sigil and its one space; "" for a sigil alone.
  private static func rest(
    _ text: String, after sigil: String
  ) throws(TranscriptError.Reason) -> String {
    let rest = text.utf8.dropFirst(sigil.utf8.count)
    if rest.isEmpty { return "" }
    guard rest.first == UInt8(ascii: " ") else { throw .missingSpace(sigil) }
    return String(Substring(rest.dropFirst()))
  }

  private static func key(_ text: String) throws(TranscriptError.Reason) -> Record {
    guard text.utf8.starts(with: "key> ".utf8) else { throw .literalSecret }
    let name = String(Substring(text.utf8.dropFirst(5)))
    guard isName(name) else { throw .literalSecret }
    return .key(name)
  }

  private static func setting(_ text: String) throws(TranscriptError.Reason) -> Record {
    let parts = words(text, splits: 1)
    let key = parts[0]
    let value = parts.count == 2 ? parts[1] : ""
    guard isName(key) else { throw .badSetting }
    return key == "secret" ? try secret(value) : .setting(key: key, value: value)
  }

  private static func secret(_ text: String) throws(TranscriptError.Reason) -> Record {
    let parts = words(text, splits: 1)
    let name = parts[0]
    guard parts.count == 2, isName(name) else { throw .badSecretName }
    guard let secretClass = SecretClass(parts[1]) else { throw .badSecretClass(name) }
    return .secret(name: name, secretClass)
  }

  private static func ending(_ text: String) throws(TranscriptError.Reason) -> Ending {
    let parts = words(text, splits: 2)
    guard parts.count >= 2, isName(parts[0]), parts[1].hasPrefix("exit="),
      let exit = Int(parts[1].dropFirst(5)), (0...255).contains(exit)
    else { throw .badEnd }
    return Ending(
      outcome: parts[0], exit: exit, details: parts.count == 3 ? parts[2] : "")
  }

  private static func isName(_ text: String) -> Bool {
    let kinds: [ScalarKind] = [
      .asciiLetters, .asciiDigits, .scalar("-"), .scalar("_"),
    ]
    guard let first = text.unicodeScalars.first, ScalarKind.asciiLetters.holds(first) else {
      return false
    }
    return text.unicodeScalars.allSatisfy { scalar in kinds.contains { $0.holds(scalar) } }
  }
}
