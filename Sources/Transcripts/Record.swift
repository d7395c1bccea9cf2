import Conversation
import Text

/// One line of a transcript.
package enum Record: Equatable, Sendable {
  /// `#!…`, with the text after the two characters.
  case shebang(String)
  /// `#…` or an empty line, unchanged.
  case comment(String)
  /// `@ key value`: the command-line option `--key value`.
  case setting(key: String, value: String)
  /// `@ secret NAME CLASS`.
  case secret(name: String, SecretClass)
  /// `bot> `, `bot~ `, `bot+ `, `bot! `.
  case bot(Tone, String)
  /// `you> text`: an answer or a command.
  case you(String)
  /// `key> NAME`: a secret answer, by name.
  case key(String)
  /// `end> outcome exit=N …`.
  case end(Ending)

  /// Whether the line is an answer or a command.
  package var isAnswer: Bool {
    switch self {
    case .you, .key: true
    case .shebang, .comment, .setting, .secret, .bot, .end: false
    }
  }
}

extension Record: CustomStringConvertible {
  /// The line without its newline.
  package var description: String {
    var line: [UInt8] = []
    write(to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  /// Appends the line without its newline. It appends bytes piece by piece, which costs less than
  /// building a `String` first.
  func write(to line: inout [UInt8]) {
    switch self {
    case .shebang(let rest): Self.write("#!", rest, to: &line)
    case .comment(let text): line.append(text)
    case .setting(let key, let value):
      Self.write("@ ", key, to: &line)
      Self.writeDetails(value, to: &line)
    case .secret(let name, let secretClass):
      Self.write("@ secret ", name, to: &line)
      Self.writeDetails(secretClass.description, to: &line)
    case .bot(let tone, let text):
      line.append(tone.sigil)
      Self.writeDetails(text, to: &line)
    case .you(let text):
      line.append("you>")
      Self.writeDetails(text, to: &line)
    case .key(let name): Self.write("key> ", name, to: &line)
    case .end(let ending):
      Self.write("end> ", ending.outcome, to: &line)
      Self.write(" exit=", String(ending.exit), to: &line)
      Self.writeDetails(ending.details, to: &line)
    }
  }

  private static func write(_ sigil: String, _ text: String, to line: inout [UInt8]) {
    line.append(sigil)
    line.append(text)
  }

  /// Appends a space and the text, or nothing if the text is empty.
  private static func writeDetails(_ text: String, to line: inout [UInt8]) {
    if text.isEmpty { return }
    line.append(UInt8(ascii: " "))
    line.append(text)
  }
}

extension Tone {
  /// The start of a bot's line.
  package var sigil: String {
    switch self {
    case .says: "bot>"
    case .works: "bot~"
    case .accepts: "bot+"
    case .refuses: "bot!"
    }
  }
}
