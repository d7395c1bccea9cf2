import Conversation
import Text

/// Parses a single line of a transcript. `ScriptParser` checks what depends on previous lines.
enum LineParser {
  typealias Bytes = ArraySlice<UInt8>

  /// Parses a line. Sigils and spaces are compared as bytes, so a following combining mark doesn't
  /// change them.
  static func record(_ line: Bytes) throws(TranscriptError.Reason) -> Record {
    guard line.count <= Script.longestLine else { throw .tooLong }
    try checkCharacters(line)
    switch line.first {
    case nil: return .comment("")
    case UInt8(ascii: "#"):
      return line.starts(with: "#!".utf8) ? .shebang(text(line.dropFirst(2))) : .comment(text(line))
    case UInt8(ascii: "@"): return try setting(rest(line, after: 1))
    case .some: break
    }
    let sigil = text(line.prefix(4))
    if let tone = Tone.allCases.first(where: { $0.sigil == sigil }) {
      return .bot(tone, text(try rest(line, after: 4)))
    }
    switch sigil {
    case "you>": return .you(text(try rest(line, after: 4)))
    case "key>":
      guard line.starts(with: "key> ".utf8), isName(line.dropFirst(5)) else { throw .literalSecret }
      return .key(text(line.dropFirst(5)))
    case "end>": return try ending(rest(line, after: 4))
    default: throw isConflictMarker(line) ? .conflictMarker : .unknownSigil
    }
  }

  private static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Checks that a line is UTF-8 without control characters, other than a tab in a comment.
  private static func checkCharacters(_ line: Bytes) throws(TranscriptError.Reason) {
    // Nearly all lines are printable ASCII, which can be checked without decoding.
    if line.allSatisfy({ (0x20..<0x7F).contains($0) }) { return }
    guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8 }
    if line.last == 0x0D { throw .carriageReturn }
    let isComment = line.first == UInt8(ascii: "#")
    let hasControl = text.unicodeScalars.contains { $0.isControl && !(isComment && $0 == "\t") }
    if hasControl { throw .controlCharacter }
  }

  /// Whether a line is a Git conflict marker: one of four characters seven times, at the end of the
  /// line or before a space.
  private static func isConflictMarker(_ line: Bytes) -> Bool {
    let signs = line.prefix { $0 == line.first }
    return "<|=>".utf8.contains(line.first ?? 0) && signs.count == 7
      && line.dropFirst(7).first ?? 0x20 == 0x20
  }

  /// Returns the word before the first space, and the rest after it; the rest is `nil` if there is
  /// no space.
  private static func split(_ bytes: Bytes) -> (word: Bytes, rest: Bytes?) {
    let word = bytes.prefix { $0 != UInt8(ascii: " ") }
    return (word, word.count < bytes.count ? bytes.dropFirst(word.count + 1) : nil)
  }

  /// Returns the text after a sigil of `count` bytes and one space; empty if the line is only the
  /// sigil.
  private static func rest(
    _ line: Bytes, after count: Int
  ) throws(TranscriptError.Reason) -> Bytes {
    let rest = line.dropFirst(count)
    guard rest.first ?? 0x20 == 0x20 else { throw .missingSpace(text(line.prefix(count))) }
    return rest.dropFirst()
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
    guard isName(outcome), let (status, details) = rest.map(split),
      status.starts(with: "exit=".utf8), let exit = Int(text(status.dropFirst(5))),
      (0...255).contains(exit)
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
