import Conversation

/// One line of a transcript. The grammar is SPEC.md's, section 5.
package enum Record: Equatable, Sendable {
  /// `#!…`, with what follows the two characters.
  case shebang(String)
  /// `#…` or an empty line, kept as it is.
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
}

/// The outcome as the last line gives it.
package struct Ending: Equatable, Sendable {
  package let outcome: String
  package let exit: Int
  /// What follows, such as `username=octodog`; the last value may hold spaces.
  package let details: String

  package init(outcome: String, exit: Int, details: String = "") {
    self.outcome = outcome
    self.exit = exit
    self.details = details
  }
}

extension Record: CustomStringConvertible {
  /// The line without its newline.
  package var description: String {
    switch self {
    case .shebang(let rest): "#!" + rest
    case .comment(let text): text
    case .setting(let key, let value): value.isEmpty ? "@ \(key)" : "@ \(key) \(value)"
    case .secret(let name, let secretClass): "@ secret \(name) \(secretClass)"
    case .bot(let tone, let text): tone.sigil + (text.isEmpty ? "" : " " + text)
    case .you(let text): text.isEmpty ? "you>" : "you> " + text
    case .key(let name): "key> " + name
    case .end(let ending):
      "end> \(ending.outcome) exit=\(ending.exit)"
        + (ending.details.isEmpty ? "" : " " + ending.details)
    }
  }
}

extension Tone {
  /// What a bot's line begins with.
  package var sigil: String {
    switch self {
    case .says: "bot>"
    case .works: "bot~"
    case .accepts: "bot+"
    case .refuses: "bot!"
    }
  }
}
