import Accounts
import Conversation
import Text
import Transcripts

/// How the records of a conversation are printed.
package enum RecordFormat: String, Sendable, CaseIterable {
  /// A transcript.
  case text
  /// One JSON object per line. Its schema is `transcripts/schema/records.schema.json`.
  case jsonl
}

/// One record on its way to a program.
package enum ProgramRecord: Sendable {
  case line(OutputLine)
  case outputs(Outputs)
  /// A line of the input that can't be used, counted from 1. `why` quotes nothing of it.
  case error(line: Int, why: String)
}

/// Prints the records of a conversation, each with its newline.
struct RecordPrinter {
  let format: RecordFormat
  let catalogue: Catalogue

  private typealias Member = JSONValue.Member

  func print(_ line: OutputLine) -> String {
    switch format {
    case .text: line.text + "\n"
    case .jsonl: object(members(line))
    }
  }

  func print(_ record: ProgramRecord) -> String {
    switch record {
    case .line(let line): print(line)
    case .outputs(let outputs): object(members(outputs))
    case .error(let line, let why):
      object(self.record("error", Member("line", .whole(line)), text("why", why)))
    }
  }

  private func object(_ members: [Member]) -> String {
    JSONValue.object(members).description + "\n"
  }

  private func record(_ kind: String, _ members: Member...) -> [Member] {
    [text("record", kind)] + members
  }

  private func text(_ key: String, _ value: String) -> Member { Member(key, .text(value)) }

  private func members(_ line: OutputLine) -> [Member] {
    switch line.record {
    case .shebang, .comment: return record("comment", text("text", line.text))
    case .setting(let key, let value):
      return record("setting", text("key", key), text("value", value))
    case .secret(let name, let secretClass):
      return record("secret", text("name", name), text("class", secretClass.description))
    case .bot(let tone, let words): return bot(tone, words, line.origin)
    case .you(let words): return record("you", text("text", words))
    case .key(let name):
      guard case .secret(let secretClass) = line.origin else {
        return record("key", text("name", name))
      }
      return record("key", text("name", name), text("class", secretClass.description))
    case .end(let ending): return end(ending, line.origin)
    }
  }

  private func bot(_ tone: Tone, _ words: String, _ origin: OutputLine.Origin) -> [Member] {
    switch origin {
    case .said(let message): return record("bot", text("tone", tone.name)) + members(message)
    case .asked(let prompt):
      var initial: [Member] = []
      if case .text(let half)? = prompt.initial { initial = [text("initial", half)] }
      let question = text("question", prompt.question.name)
      return record("ask", question, Member("secret", .bool(prompt.question.isSecret)))
        + members(prompt.message) + initial
    case .secret, .ended, .nothing:
      return record("bot", text("tone", tone.name), text("text", words))
    }
  }

  /// Returns a message's key, values and text.
  private func members(_ message: Message) -> [Member] {
    let values = message.values.sorted { $0.key < $1.key }
      .map { Member($0.key, json($0.value)) }
    return [
      text("key", message.key.rawValue), Member("values", .object(values)),
      text("text", catalogue.words(for: message)),
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
    let start = record(
      "end", text("outcome", ending.outcome), Member("exit", .whole(ending.exit)))
    guard case .ended(let outcome) = origin else { return start }
    let question = outcome.question.map { [text("question", $0.name)] } ?? []
    switch outcome {
    case .signedUp(let username), .signedIn(let username):
      return start + [text("username", username.text)]
    case .refused, .incomplete, .quit, .unreachable, .unusable, .interrupted:
      return start + question
    case .malformed(let why, _): return start + question + [text("why", why.rawValue)]
    }
  }

  /// Returns the six outputs, and the verdicts on the answers to the operator's own questions, if
  /// there are any.
  private func members(_ outputs: Outputs) -> [Member] {
    let verdicts = outputs.answers.sorted { $0.key < $1.key }
      .map { Member($0.key, json($0.value)) }
    let answers = verdicts.isEmpty ? [] : [Member("answers", .object(verdicts))]
    return record(
      "outputs", Member("validatedUsername", json(outputs.validatedUsername)),
      Member("validatedPassword", json(outputs.validatedPassword)),
      Member("validatedPasswordRepeated", json(outputs.validatedPasswordRepeated)))
      + answers + [
        Member("signupEnabled", .bool(outputs.signupEnabled)),
        Member("signingUp", .bool(outputs.signingUp)), Member("signedUp", .bool(outputs.signedUp)),
      ]
  }

  private func json(_ result: ValidationResult) -> JSONValue {
    let state =
      switch result {
      case .empty: "empty"
      case .validating: "validating"
      case .ok: "ok"
      case .failed: "failed"
      }
    return .object([
      text("state", state),
      Member("messages", .list(result.messages.map { .object(members($0)) })),
    ])
  }
}

extension ValidationResult {
  /// What the verdict says; nothing while there is none.
  var messages: [Message] {
    switch self {
    case .empty, .validating: []
    case .ok(let message): [message]
    case .failed(let messages): messages
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
