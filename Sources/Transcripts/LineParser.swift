import Accounts
import Conversation

/// Parses a single line of a transcript. `Script` handles everything that depends on previous
/// lines.
enum LineParser {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Parses a line. Sigils and spaces are compared as bytes, so a following
  /// combining mark doesn't change them.
  ///
  /// - Parameters:
  ///   - bytes: the line in UTF-8.
  ///   - isPlain: whether the line is known to be printable ASCII.
  static func record(
    _ bytes: Bytes, isPlain: Bool
  ) throws(TranscriptError.Reason) -> Record {
    guard let first = bytes.first else { return .comment("") }
    if !isPlain, holdsControl(bytes, isComment: first == UInt8(ascii: "#")) {
      throw .controlCharacter
    }
    switch first {
    case UInt8(ascii: "b"):
      if let tone = tone(bytes) { return .bot(tone, text(try rest(bytes, after: 4))) }
    case UInt8(ascii: "y") where begins(bytes, with: "you>"):
      return .you(text(try rest(bytes, after: 4)))
    case UInt8(ascii: "k") where begins(bytes, with: "key>"): return try key(bytes)
    case UInt8(ascii: "@"): return try setting(try rest(bytes, after: 1))
    case UInt8(ascii: "e") where begins(bytes, with: "end>"):
      return try ending(try rest(bytes, after: 4))
    case UInt8(ascii: "#"):
      return bytes.count > 1 && bytes[1] == UInt8(ascii: "!")
        ? .shebang(text(from(2, bytes))) : .comment(text(bytes))
    case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: ">"):
      if isConflictMarker(bytes) { throw .conflictMarker }
    default: break
    }
    throw .unknownSigil
  }

  /// Returns the kind of a line of printable ASCII if it is a well-formed `bot` or `you>` line, as
  /// most lines of a conversation are; `nil` if it must be parsed in full.
  static func usualKind(_ line: Bytes) -> Script.Kind? {
    guard line.count > 4, line[4] == UInt8(ascii: " "), line.count <= Script.longestLine else {
      return nil
    }
    if let tone = tone(line) { return .bot(tone) }
    return begins(line, with: "you>") ? .you : nil
  }

  private static func tone(_ bytes: Bytes) -> Tone? {
    guard begins(bytes, with: "bot"), bytes.count > 3 else { return nil }
    return switch bytes[3] {
    case UInt8(ascii: ">"): .says
    case UInt8(ascii: "~"): .works
    case UInt8(ascii: "+"): .accepts
    case UInt8(ascii: "!"): .refuses
    default: nil
    }
  }

  private static func from(_ offset: Int, _ bytes: Bytes) -> Bytes {
    Bytes(rebasing: bytes[offset...])
  }

  private static func begins(_ bytes: Bytes, with prefix: StaticString) -> Bool {
    let count = prefix.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    var index = 0
    while index < count, bytes[index] == prefix.utf8Start[index] { index += 1 }
    return index == count
  }

  /// Whether a line of UTF-8 contains a control character, other than a tab in a comment. UTF-8
  /// encodes U+0080 to U+009F as C2 and a byte with the same value as the code point, and nothing
  /// else in this way.
  private static func holdsControl(_ bytes: Bytes, isComment: Bool) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 && !(byte == 0x09 && isComment) || byte == 0x7F { return true }
      if last == 0xC2 && byte < 0xA0 { return true }
      last = byte
    }
    return false
  }

  /// Whether a line is a Git conflict marker: one of four characters seven times, at the end of the
  /// line or before a space.
  private static func isConflictMarker(_ bytes: Bytes) -> Bool {
    let signs = bytes.prefix { $0 == bytes.first }
    return signs.count == 7 && bytes.dropFirst(7).first ?? 0x20 == 0x20
  }

  /// Returns the word before the first space, and the rest after it; the rest is `nil` if there is
  /// no space.
  private static func split(_ bytes: Bytes) -> (word: Bytes, rest: Bytes?) {
    guard let space = bytes.firstIndex(of: UInt8(ascii: " ")) else { return (bytes, nil) }
    return (Bytes(rebasing: bytes[..<space]), from(space + 1, bytes))
  }

  /// Returns the text after a sigil of `count` bytes and one space; empty if the line is only the
  /// sigil.
  private static func rest(
    _ bytes: Bytes, after count: Int
  ) throws(TranscriptError.Reason) -> Bytes {
    if bytes.count == count { return from(count, bytes) }
    guard bytes[count] == UInt8(ascii: " ") else {
      throw .missingSpace(text(Bytes(rebasing: bytes[..<count])))
    }
    return from(count + 1, bytes)
  }

  private static func key(_ bytes: Bytes) throws(TranscriptError.Reason) -> Record {
    guard begins(bytes, with: "key> ") else { throw .literalSecret }
    let name = from(5, bytes)
    guard isName(name) else { throw .literalSecret }
    return .key(text(name))
  }

  private static func setting(_ bytes: Bytes) throws(TranscriptError.Reason) -> Record {
    let (key, value) = split(bytes)
    guard isName(key) else { throw .badSetting }
    if text(key) == "secret" { return try secret(value) }
    return .setting(key: text(key), value: value.map(text) ?? "")
  }

  private static func secret(_ bytes: Bytes?) throws(TranscriptError.Reason) -> Record {
    guard let (name, rest) = bytes.map(split), let rest, isName(name) else { throw .badSecretName }
    guard let secretClass = SecretClass(text(rest)) else {
      throw .badSecretClass(text(name), nearest: SecretClass.name(nearestTo: text(rest)))
    }
    return .secret(name: text(name), secretClass)
  }

  private static func ending(_ bytes: Bytes) throws(TranscriptError.Reason) -> Record {
    let (outcome, rest) = split(bytes)
    guard isName(outcome), let (status, details) = rest.map(split), begins(status, with: "exit="),
      let exit = Int(text(from(5, status))), (0...255).contains(exit)
    else { throw .badEnd }
    return .end(
      Ending(outcome: text(outcome), exit: exit, details: details.map(text) ?? ""))
  }

  private static func isName(_ bytes: Bytes) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }
}
