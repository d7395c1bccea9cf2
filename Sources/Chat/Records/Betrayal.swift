import Conversation
import Transcripts

/// What of a record could betray a secret: the texts that come from outside, as they were given, before a format
/// escapes anything in them. The sigils, the names of members and the bot's own words are there whatever the secrets
/// are, so that a password `you> yes` or `Sign up as octodog` is betrayed by none of them.
extension Tripwire {
  /// Whether a record would betray a secret.
  package func isBetrayed(by record: ProgramRecord, _ catalogue: Catalogue) -> Bool {
    switch record {
    case .line(let line): isBetrayed(by: line, catalogue)
    case .outputs(let outputs):
      !isIdle
        && outputs.all.contains { verdict in
          verdict.messages.contains { isBetrayed(by: $0, catalogue) }
        }
    case .error: false
    }
  }

  /// Whether a line would betray a secret, in whatever format it is printed.
  package func isBetrayed(by line: OutputLine, _ catalogue: Catalogue) -> Bool {
    if isIdle { return false }
    return switch line.record {
    case .shebang, .comment: finds(line.text)
    case .setting(_, let value): finds(value)
    case .secret(let name, let secretClass): finds(name) || finds(secretClass.argument)
    case .key(let name): finds(name)
    case .you(let text): finds(text)
    case .bot(_, let text): isBetrayed(by: text, line.origin, catalogue)
    case .end(let ending): finds(ending.username)
    }
  }

  /// The last line of a transcript, without the name if that would betray a secret.
  package func end(_ outcome: Outcome) -> OutputLine {
    let ending = outcome.ending
    return finds(ending.username)
      ? OutputLine(.end(Ending(outcome: ending.outcome, exit: ending.exit)))
      : OutputLine(.end(ending), .ended(outcome))
  }

  private func isBetrayed(
    by text: String, _ origin: OutputLine.Origin, _ catalogue: Catalogue
  ) -> Bool {
    switch origin {
    case .said(let message): return isBetrayed(by: message, catalogue)
    case .asked(let prompt):
      if case .text(let half)? = prompt.initial, finds(half) { return true }
      return isBetrayed(by: prompt.message, catalogue)
    case .secret, .ended, .nothing: return finds(text)
    }
  }

  /// The bot's words are searched together with the values in them, but not for what stands in the words alone, or in
  /// the words with what was said openly.
  private func isBetrayed(by message: Message, _ catalogue: Catalogue) -> Bool {
    message.outsideTexts.contains(where: finds)
      || firstHit(
        in: catalogue.words(for: message),
        knowing: { catalogue.words(for: message.keeping(knows)) }) != nil
  }

  private func finds(_ text: String) -> Bool { firstHit(in: text) != nil }
}

extension Message {
  /// The values that are texts, in the messages inside it as well.
  fileprivate var outsideTexts: [String] {
    values.values.flatMap { value -> [String] in
      switch value {
      case .text(let text): [text]
      case .count: []
      case .message(let message): message.outsideTexts
      case .list(let messages): messages.flatMap(\.outsideTexts)
      }
    }
  }

  /// The message with a control character, which no secret holds, in place of each text that is not kept.
  fileprivate func keeping(_ isKept: (String) -> Bool) -> Message {
    let values = values.mapValues { value -> Value in
      switch value {
      case .text(let text): .text(isKept(text) ? text : "\0")
      case .count: value
      case .message(let message): .message(message.keeping(isKept))
      case .list(let messages): .list(messages.map { $0.keeping(isKept) })
      }
    }
    return Message(key, values, texts: texts)
  }
}
