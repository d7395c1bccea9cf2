import Accounts
import Conversation

/// Reads one line of the grammar. What depends on the lines before is `Script`'s matter.
enum LineParser {
  /// Sigils and spaces are bytes: a combining mark behind one doesn't make another of it.
  static func record(_ text: String) throws(TranscriptError.Reason) -> Record {
    let bytes = text.utf8
    let isComment = bytes.first == UInt8(ascii: "#")
    // Every line goes this way, and a text's own iterator is slow.
    let isBroken =
      bytes.withContiguousStorageIfAvailable { holdsControl($0, isComment: isComment) }
      ?? holdsControl(bytes, isComment: isComment)
    if isBroken { throw .controlCharacter }
    switch bytes.first {
    case nil: return .comment("")
    case UInt8(ascii: "#"):
      return bytes.dropFirst().first == UInt8(ascii: "!")
        ? .shebang(String(Substring(bytes.dropFirst(2)))) : .comment(text)
    case UInt8(ascii: "@"): return try setting(try rest(text, after: "@"))
    case UInt8(ascii: "y") where bytes.starts(with: "you>".utf8):
      return .you(try rest(text, after: "you>"))
    case UInt8(ascii: "k") where bytes.starts(with: "key>".utf8): return try key(text)
    case UInt8(ascii: "e") where bytes.starts(with: "end>".utf8):
      return .end(try ending(try rest(text, after: "end>")))
    case UInt8(ascii: "b"):
      for tone in Tone.allCases where bytes.starts(with: tone.sigil.utf8) {
        return .bot(tone, try rest(text, after: tone.sigil))
      }
    case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: ">"):
      if isConflictMarker(bytes) { throw .conflictMarker }
    default: break
    }
    throw .unknownSigil
  }

  /// Whether a line of UTF-8 has a control character, other than a tab in a comment. U+0080 to U+009F
  /// are C2 and a byte of the same number; in UTF-8, C2 begins nothing else.
  private static func holdsControl(_ bytes: some Sequence<UInt8>, isComment: Bool) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 && !(byte == 0x09 && isComment) || byte == 0x7F { return true }
      if last == 0xC2 && byte < 0xA0 { return true }
      last = byte
    }
    return false
  }

  /// Seven of one of Git's four signs, alone or before a space.
  private static func isConflictMarker(_ bytes: String.UTF8View) -> Bool {
    let signs = bytes.prefix { $0 == bytes.first }
    return signs.count == 7 && bytes.dropFirst(7).first ?? 0x20 == 0x20
  }

  /// So many words, and the rest behind them as one more.
  private static func words(_ text: String, splits: Int) -> [String] {
    var words: [String] = []
    var rest = text.utf8[...]
    while words.count < splits, let space = rest.firstIndex(of: UInt8(ascii: " ")) {
      words.append(String(Substring(rest[..<space])))
      rest = rest[rest.index(after: space)...]
    }
    words.append(String(Substring(rest)))
    return words
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
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }
}
