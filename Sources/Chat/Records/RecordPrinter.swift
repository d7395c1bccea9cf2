import Accounts
import Conversation
import Text
import Transcripts

/// Prints the lines of a conversation in a format.
package struct RecordPrinter: Sendable {
  private let format: RecordFormat
  private let catalogue: Catalogue

  /// - Parameter catalogue: the wordings of messages.
  package init(_ format: RecordFormat, _ catalogue: Catalogue) {
    self.format = format
    self.catalogue = catalogue
  }

  /// Returns the line in the printer's format, with its newline.
  package func print(_ line: OutputLine) -> String {
    switch format {
    case .text: line.text + "\n"
    case .jsonl: JSONValue.object(members(line)).description + "\n"
    }
  }

  private func members(_ line: OutputLine) -> [JSONValue.Member] {
    switch line.record {
    case .shebang, .comment: record("comment") + [Member("text", .text(line.text))]
    case .setting(let key, let value):
      record("setting") + [Member("key", .text(key)), Member("value", .text(value))]
    case .secret(let name, let secretClass):
      record("secret") + named(name, secretClass)
    case .bot(let tone, let text): bot(tone, text, line.origin)
    case .you(let text): record("you") + [Member("text", .text(text))]
    case .key(let name):
      if case .secret(let secretClass) = line.origin {
        record("key") + named(name, secretClass)
      } else {
        record("key") + [Member("name", .text(name))]
      }
    case .end(let ending): end(ending, line.origin)
    }
  }

  private typealias Member = JSONValue.Member

  private func record(_ kind: String) -> [Member] { [Member("record", .text(kind))] }

  private func named(_ name: String, _ secretClass: SecretClass) -> [Member] {
    [Member("name", .text(name)), Member("class", .text(secretClass.description))]
  }

  private func bot(_ tone: Tone, _ text: String, _ origin: OutputLine.Origin) -> [Member] {
    switch origin {
    case .said(let message):
      return record("bot") + [Member("tone", .text(tone.name))] + members(message)
    case .asked(let prompt):
      var initial: [Member] = []
      if case .text(let half)? = prompt.initial { initial = [Member("initial", .text(half))] }
      return record("ask")
        + [
          Member("question", .text(prompt.question.name)),
          Member("secret", .bool(prompt.question.isSecret)),
        ] + members(prompt.message) + initial
    case .secret, .ended, .nothing:
      return record("bot") + [Member("tone", .text(tone.name)), Member("text", .text(text))]
    }
  }

  /// Returns a message's key, values and text.
  func members(_ message: Message) -> [JSONValue.Member] {
    let values = message.values.sorted { $0.key < $1.key }
      .map { Member($0.0, json($0.1)) }
    return [
      Member("key", .text(message.key.rawValue)), Member("values", .object(values)),
      Member("text", .text(catalogue.words(for: message))),
    ]
  }

  private func json(_ value: Message.Value) -> JSONValue {
    switch value {
    case .text(let text): .text(text)
    case .count(let count): .whole(count)
    case .message(let message): .object(members(message))
    case .list(let messages): .list(messages.map { .object(members($0)) })
    }
  }

  private func end(_ ending: Ending, _ origin: OutputLine.Origin) -> [Member] {
    let start =
      record("end")
      + [Member("outcome", .text(ending.outcome)), Member("exit", .whole(ending.exit))]
    guard case .ended(let outcome) = origin else { return start }
    let question = outcome.question.map { [Member("question", .text($0.name))] } ?? []
    switch outcome {
    case .signedUp(let username), .signedIn(let username):
      return start + [Member("username", .text(username.text))]
    case .refused, .incomplete, .quit, .unreachable, .unusable, .interrupted:
      return start + question
    case .malformed(let why, _):
      return start + question + [Member("why", .text(why.rawValue))]
    }
  }
}

extension Tone {
  fileprivate var name: String {
    switch self {
    case .says: "says"
    case .works: "works"
    case .accepts: "accepts"
    case .refuses: "refuses"
    }
  }
}

extension RecordPrinter {
  /// Returns a record for a program, with its newline.
  package func print(_ record: ProgramRecord) -> String {
    switch record {
    case .line(let line): print(line)
    case .outputs(let outputs): print(outputs)
    case .error(let line, let why): print(errorAt: line, why)
    }
  }

  /// Returns the six outputs as a record, with its newline.
  private func print(_ outputs: Outputs) -> String {
    let members =
      record("outputs") + [
        Member("validatedUsername", json(outputs.validatedUsername)),
        Member("validatedPassword", json(outputs.validatedPassword)),
        Member("validatedPasswordRepeated", json(outputs.validatedPasswordRepeated)),
      ] + answers(outputs) + [
        Member("signupEnabled", .bool(outputs.signupEnabled)),
        Member("signingUp", .bool(outputs.signingUp)), Member("signedUp", .bool(outputs.signedUp)),
      ]
    return JSONValue.object(members).description + "\n"
  }

  /// The verdicts on the answers to the operator's own questions, if there are any.
  private func answers(_ outputs: Outputs) -> [Member] {
    if outputs.answers.isEmpty { return [] }
    let verdicts = outputs.answers.sorted { $0.key < $1.key }
    return [Member("answers", .object(verdicts.map { Member($0.key, json($0.value)) }))]
  }

  /// Returns a record that reports an error in a line of the input, with its newline.
  ///
  /// - Parameter why: the reason, which must not quote the line.
  private func print(errorAt line: Int, _ why: String) -> String {
    let members = record("error") + [Member("line", .whole(line)), Member("why", .text(why))]
    return JSONValue.object(members).description + "\n"
  }

  private func json(_ result: ValidationResult) -> JSONValue {
    let (state, messages): (String, [Message]) =
      switch result {
      case .empty: ("empty", [])
      case .validating: ("validating", [])
      case .ok(let message): ("ok", [message])
      case .failed(let messages): ("failed", messages)
      }
    return .object([
      Member("state", .text(state)),
      Member("messages", .list(messages.map { .object(members($0)) })),
    ])
  }
}
