import Accounts
import Secrets
import Text

extension Policy {
  /// The answers that make up an account, in the order in which they are asked for.
  package var fields: [Field] {
    (repeated == nil ? [.username, .password] : Field.builtIn)
      + questions.map { .own($0.name) }
  }
}

extension Vocabulary {
  /// Returns this vocabulary with the words that name the operator's own questions. Adding the same
  /// form again changes nothing.
  package func adding(formOf policy: Policy) -> Vocabulary {
    if policy.questions.isEmpty { return self }
    var result = self
    let edits = commands.filter { $0.meaning == .edit(nil) }.map(\.word)
    for question in policy.questions {
      let field = Field.own(question.name)
      if commands.contains(where: { $0.meaning == .edit(field) }) { continue }
      // The order in which completion offers the commands: after those that edit other answers.
      let place =
        result.commands.lastIndex { if case .edit = $0.meaning { true } else { false } } ?? -1
      result.commands.insert(
        contentsOf: edits.map { Spelling("\($0) \(question.name)", .edit(field)) }, at: place + 1)
      let labels = question.label.values.map { $0.lowercased() }.sorted()
      for word in [question.name] + labels where Int(word) == nil {
        result.actions.append(Spelling(word, .editField(field)))
      }
    }
    return result
  }

  /// Returns the field with a name for programs, or `nil` if the form has none.
  package func field(named name: String) -> Field? {
    if let field = Field.builtIn.first(where: { $0.name == name }) { return field }
    let field = Field.own(name)
    return commands.contains { $0.meaning == .edit(field) } ? field : nil
  }
}

extension Draft {
  /// Whether a text contains the password or its repeat. Fewer than 4 bytes may be contained by
  /// chance, and count only as a whole.
  func hasPassword(in text: String) -> Bool {
    [password, repeated].compactMap(\.self).contains { secret in
      secret.count < 4
        ? secret.isEqual(to: text)
        : text.withUTF8Text { secret.firstOffset(in: UnsafeRawBufferPointer($0.bytes)) != nil }
    }
  }
}

extension FormQuestion {
  /// Whether the answer is a text of the user's own, and not one of a few words.
  var isOpen: Bool {
    switch rule {
    case .anything, .email, .sshPublicKey, .pattern: true
    case .accepted, .choices: false
    }
  }

  /// Whether a refused answer is offered again to be corrected: if typing it again takes long, and it
  /// is no secret.
  fileprivate func isWorthKeeping(_ answer: String, refusedFor messages: [Message]) -> Bool {
    let secrets: [MessageKey] = [.answerHasPassword, .sshKeyIsPrivate]
    return isOpen && answer.count > Conversation.longestInPrompt
      && !messages.contains { secrets.contains($0.key) }
  }
}

extension Conversation {
  /// Handles the answer to one of the operator's own questions.
  mutating func ownEntered(_ text: String, _ name: String) {
    let field = Field.own(name)
    forget(field)
    guard let question = policy.question(named: name) else { return advance() }
    if text.isEmpty { return leftEmpty(field) }
    if question.rule == .accepted, yesOrNo(text) == nil {
      return refuse(.yesOrNo, turningTo: .field(field))
    }
    let answer = kept(text, for: name)
    let verdict = verdict(on: answer, to: question, draft)
    if case .failed(let messages) = verdict,
      question.isWorthKeeping(answer, refusedFor: messages)
    {
      halfTyped[field] = .text(text)
    }
    settle(field, verdict) { $0.answers[name] = answer }
  }

  /// Returns an answer as it is kept: a choice by its word, a yes or no in English.
  func kept(_ text: String, for name: String) -> String {
    guard let question = policy.question(named: name) else { return text }
    if question.rule == .accepted { return yesOrNo(text).map { $0 ? "yes" : "no" } ?? text }
    return question.kept(text)
  }

  /// Whether the form has a field. An event for any other is ignored.
  func knows(_ field: Field) -> Bool {
    switch field {
    case .username, .password, .repeated: true
    case .own(let name): policy.question(named: name) != nil
    }
  }

  /// The verdicts on the answers to the operator's own questions, by name.
  func answerVerdicts(
    _ draft: Draft, _ refusals: [Field: [Message]]
  ) -> [String: ValidationResult] {
    if policy.questions.isEmpty { return [:] }
    var result: [String: ValidationResult] = [:]
    for question in policy.questions {
      result[question.name] =
        refusals[.own(question.name)].map { .failed($0) }
        ?? verdict(on: draft.answers[question.name], to: question, draft)
    }
    return result
  }

  private func verdict(
    on answer: String?, to question: FormQuestion, _ draft: Draft
  ) -> ValidationResult {
    guard let answer else { return .empty }
    if question.isOpen, draft.hasPassword(in: answer) {
      return .failed([Message(.answerHasPassword)])
    }
    if answer.isEmpty { return question.isRequired ? .empty : .ok(Message(.notGiven)) }
    return ValidationResult(question.judge(answer))
  }

  /// Returns the words from which a question of the operator's own lets the user choose, or an empty
  /// array if it doesn't.
  package func choices(of field: Field) -> [String] {
    guard case .own(let name) = field,
      case .choices(let words)? = policy.question(named: name)?.rule
    else { return [] }
    return words
  }

  /// Returns the answer that an empty line gives to a question, or `nil` if it gives none or keeps
  /// one.
  package func usualAnswer(to question: Question) -> String? {
    guard case .field(let field) = question, case .own(let name) = field, !draft.has(field) else {
      return nil
    }
    return policy.question(named: name)?.standard
  }

  /// The answers to the operator's own questions that were given, in the order of the questions.
  func answers(of draft: Draft) -> [Answer] {
    policy.questions.compactMap { question in
      guard let text = draft.answers[question.name], !text.isEmpty else { return nil }
      return Answer(question.name, text)
    }
  }

  /// Returns an answer as people read it: a yes in the words of the locale.
  func shown(_ answer: String, for name: String) -> String {
    guard policy.question(named: name)?.rule == .accepted, answer == "yes" else { return answer }
    return vocabulary.yes.first ?? answer
  }

  /// The number of characters of the longest answer that a prompt repeats.
  fileprivate static let longestInPrompt = 30

  /// Returns one of the operator's own questions with what may be entered, in parentheses.
  ///
  /// - Parameter keeps: Whether an empty line keeps the answer that was given.
  func message(askingOwn name: String, keeps: Bool) -> Message {
    guard let question = policy.question(named: name) else { return Message(.custom) }
    let asked = Message(.custom, texts: question.ask)
    var hints: [Message] = []
    switch question.rule {
    case .choices(let words):
      let choices = words.enumerated().map { index, word in
        Message(.numberedAction, ["number": .count(index + 1), "action": .text(word)])
      }
      hints.append(Message(.hintChoices, ["choices": .list(choices)]))
    case .accepted: hints.append(Message(.hintYesNo))
    case .anything, .email, .sshPublicKey, .pattern: break
    }
    if keeps, let current = draft.answers[name], !current.isEmpty {
      let isShort = current.count <= Self.longestInPrompt
      hints.append(
        isShort
          ? Message(.hintKeeps, ["current": .text(shown(current, for: name))])
          : Message(.hintKeepsIt))
    } else if let usual = question.standard {
      hints.append(Message(.hintMeans, ["answer": .text(usual)]))
    } else if !question.isRequired {
      hints.append(Message(.hintSkips))
    }
    if hints.isEmpty { return asked }
    return Message(.askOwn, ["question": .message(asked), "hints": .list(hints)])
  }
}
