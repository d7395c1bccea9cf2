import Chat
import Conversation

@testable import Transcripts

/// How an editor must classify a line, according to the parser itself.
enum RealGrammar {
  static let commands = Set(
    ([Vocabulary.english] + Catalogue.all.map(\.vocabulary)).flatMap { $0.commands.map(\.word) })

  /// Settings that exist only in transcripts and not as options.
  static let ownWords = ["transcript", "expect-failure"]

  static let options = Set(
    ownWords + SettingKey.allCases.filter(\.isForTranscripts).map(\.rawValue))

  /// The class of each byte; "" for plain text.
  static func classes(of line: String) -> [String] {
    guard let record = try? LineParser.record(Array(line.utf8)[...]) else {
      return row(line, [(line, "broken")])
    }
    return switch record {
    case .shebang: row(line, [(line, "shebang")])
    case .comment: row(line, [(line, "comment")])
    case .setting(let key, _):
      row(line, [("@", "setting"), (" ", ""), (key, options.contains(key) ? "option" : "unknown")])
    case .secret(let name, let secretClass):
      row(
        line,
        [
          ("@", "setting"), (" ", ""), ("secret", "secret"), (" ", ""), (name, "name"), (" ", ""),
          ("\(secretClass)", "class"),
        ])
    case .bot(let tone, let text):
      row(line, [(tone.sigil, word(for: tone)), (" ", "")] + holes(in: text))
    case .you(let text):
      row(line, [("you>", "you"), (" ", "")] + (isCommand(text) ? [(text, "command")] : []))
    case .key(let name): row(line, [("key>", "key"), (" ", ""), (name, "name")])
    case .end(let ending):
      row(
        line,
        [
          ("end>", "end"), (" ", ""), (ending.outcome, "outcome"), (" ", ""),
          (String(Substring(line.utf8.split(separator: 0x20)[2])), "exit"),
        ])
    }
  }

  /// The class of each byte of a line that begins with these parts. The rest of the line is plain.
  private static func row(_ line: String, _ parts: [(text: String, class: String)]) -> [String] {
    let row = parts.flatMap { [String](repeating: $0.class, count: $0.text.utf8.count) }
    let length = line.utf8.count
    return row.prefix(length) + [String](repeating: "", count: max(length - row.count, 0))
  }

  private static func word(for tone: Tone) -> String {
    switch tone {
    case .says: "says"
    case .works: "works"
    case .accepts: "accepts"
    case .refuses: "refuses"
    }
  }

  /// Whether an answer is a command, known or not. Each language has words of its own for them.
  private static func isCommand(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "/") && text.utf8.dropFirst().first != UInt8(ascii: "/")
  }

  private static func holes(in text: String) -> [(String, String)] {
    guard let parts = try? Placeholder.parts(of: text) else { return [(text, "")] }
    return parts.flatMap { part -> [(String, String)] in
      switch part {
      case .hole(let name, let kind): return [("{{\(name):\(kind.rawValue)}}", "hole")]
      case .literal(let literal):
        // A literal contains escapes as they are written.
        let pieces = literal.split(separator: "\\{{", omittingEmptySubsequences: false)
        return Array(
          pieces.map { [(String($0), "")] }.joined(separator: [("\\{{", "escape")]))
      }
    }
  }
}
