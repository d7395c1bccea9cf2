import Accounts
import Conversation

/// Reads one line of the grammar. What depends on the lines before is `Script`'s matter.
enum LineParser {
  static func record(_ text: String) throws(TranscriptError.Reason) -> Record {
    if text.isEmpty { return .comment("") }
    if text.hasPrefix("#!") { return .shebang(String(text.dropFirst(2))) }
    if text.hasPrefix("#") { return .comment(text) }
    for scalar in text.unicodeScalars where scalar.properties.generalCategory == .control {
      throw .controlCharacter
    }
    if text.utf8.first == UInt8(ascii: "@") { return try setting(try rest(text, after: "@")) }
    switch text.prefix(4) {
    case "you>": return .you(try rest(text, after: "you>"))
    case "key>": return try key(text)
    case "end>": return .end(try ending(try rest(text, after: "end>")))
    case let sigil:
      guard let tone = Tone.allCases.first(where: { $0.sigil == sigil }) else {
        throw .unknownSigil
      }
      return .bot(tone, try rest(text, after: tone.sigil))
    }
  }

  /// What follows a sigil and its one space; "" for a sigil alone.
  private static func rest(
    _ text: String, after sigil: String
  ) throws(TranscriptError.Reason) -> String {
    let rest = text.utf8.dropFirst(sigil.utf8.count)
    if rest.isEmpty { return "" }
    guard rest.first == UInt8(ascii: " ") else { throw .missingSpace(sigil) }
    return String(rest.dropFirst()) ?? ""
  }

  private static func key(_ text: String) throws(TranscriptError.Reason) -> Record {
    guard text.hasPrefix("key> ") else { throw .literalSecret }
    let name = String(text.dropFirst(5))
    guard isName(name) else { throw .literalSecret }
    return .key(name)
  }

  private static func setting(_ text: String) throws(TranscriptError.Reason) -> Record {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts[0])
    let value = parts.count == 2 ? String(parts[1]) : ""
    guard isName(key) else { throw .badSetting }
    return key == "secret" ? try secret(value) : .setting(key: key, value: value)
  }

  private static func secret(_ text: String) throws(TranscriptError.Reason) -> Record {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard parts.count == 2, isName(name) else { throw .badSecretName }
    guard let secretClass = SecretClass(String(parts[1])) else { throw .badSecretClass(name) }
    return .secret(name: name, secretClass)
  }

  private static func ending(_ text: String) throws(TranscriptError.Reason) -> Ending {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, isName(String(parts[0])), parts[1].hasPrefix("exit="),
      let exit = Int(parts[1].dropFirst(5)), (0...255).contains(exit)
    else { throw .badEnd }
    return Ending(
      outcome: String(parts[0]), exit: exit, details: parts.count == 3 ? String(parts[2]) : "")
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
