import Accounts

extension Conversation {
  mutating func perform(_ command: Command, at question: Question) -> [Effect] {
    if let reached = achievement(at: question) {
      return perform(command, after: reached, at: question)
    }
    switch command {
    case .back: return back(from: question)
    case .undo: return undo(at: question)
    case .redo: return redo(at: question)
    case .edit(let field?): return edit(field, from: question)
    case .edit(nil): return editWhich(from: question)
    case .review: return review() + turn(to: question)
    case .retry: return retry(at: question)
    case .restart: return restart(at: question)
    case .open:
      phase = .opening(question)
      return [.open(nameWithPage)]
    case .help: return help(at: question) + turn(to: question)
    case .quit:
      return say(mayBeSignedUp ? .goodbyeUnknown : .goodbye) + finish(.quit(question))
    }
  }

  func say(_ key: MessageKey, _ values: Message.Values = [:]) -> [Effect] {
    [.say(Utterance(.says, key, values))]
  }

  /// A name that has a page: the one that was just said to be taken. A free name has none yet.
  private var nameWithPage: Username? {
    if case .check(let username)? = retryable, known[username] == .taken { return username }
    return draft.username.flatMap { known[$0] == .taken ? $0 : nil }
  }

  mutating func editWhich(from question: Question) -> [Effect] {
    leave(question)
    if question != .choice(.editWhich) { editedFrom = question }
    return turn(to: .choice(.editWhich))
  }

  /// Takes a half-typed answer off the outputs and keeps it for when its question comes back.
  private mutating func leave(_ question: Question) {
    guard case .field(let field) = question else { return }
    if let entry = typed.removeValue(for: field), !entry.isEmpty { halfTyped[field] = entry }
  }

  private mutating func back(from question: Question) -> [Effect] {
    leave(question)
    switch question {
    case .field(let field):
      guard let index = fields.firstIndex(of: field), index > 0 else {
        return say(.firstQuestion) + turn(to: question)
      }
      return turn(to: .field(fields[index - 1]))
    case .review: return turn(to: .field(fields[fields.count - 1]))
    case .choice(.editWhich): return turn(to: editedFrom)
    case .choice(.afterFailure), .choice(.afterNo): return turn(to: lastQuestion)
    case .offer, .remember: return turn(to: question)
    }
  }

  private mutating func undo(at question: Question) -> [Effect] {
    guard let change = timeline.undo(from: Standing(draft: draft, question: question)) else {
      return say(.nothingToUndo) + turn(to: question)
    }
    return stand(at: change.before, saying: .undone, change.kind)
  }

  private mutating func redo(at question: Question) -> [Effect] {
    guard let change = timeline.redo() else {
      return say(.nothingToRedo) + turn(to: question)
    }
    return stand(at: change.after, saying: .redone, change.kind)
  }

  private mutating func stand(
    at standing: Standing, saying key: MessageKey, _ kind: ChangeKind
  ) -> [Effect] {
    typed.removeAll()
    halfTyped.removeAll()
    draft = standing.draft
    let change =
      switch kind {
      case .answer(let field):
        Message(.changeOf, ["label": .message(Message(field.label))])
      case .restart: Message(.changeRestart)
      }
    return say(key, ["change": .message(change)]) + turn(to: standing.question)
  }

  private mutating func edit(_ field: Field, from question: Question) -> [Effect] {
    leave(question)
    let outputs = outputs(of: draft)
    switch field {
    case .username: break
    case .password:
      if !outputs.validatedUsername.isValid {
        return refuse([Message(.usernameFirst)]) + turn(to: question)
      }
    case .repeated:
      if policy.repeated == nil {
        return refuse([Message(.repeatNotAsked)]) + turn(to: question)
      }
      if !outputs.validatedUsername.isValid {
        return refuse([Message(.usernameFirst)]) + turn(to: question)
      }
      if !outputs.validatedPassword.isValid {
        return refuse([Message(.passwordFirst)]) + turn(to: question)
      }
    }
    return turn(to: .field(field))
  }

  func review() -> [Effect] {
    let outputs = outputs(of: draft)
    return fields.flatMap { field -> [Effect] in
      let label = Message.Value.message(Message(field.label))
      guard draft.has(field) else { return say(.reviewUnanswered, ["label": label]) }
      let value =
        field == .username
        ? Message.Value.text(draft.username?.text ?? "") : .message(Message(.secretDots))
      let verdict =
        switch outputs[field] {
        case .ok(let message): Message.Value?.some(.message(message))
        case .failed(let messages): Message.Value?.some(.list(messages))
        case .validating: Message.Value?.some(.message(Message(.validating)))
        case .empty: Message.Value?.none
        }
      guard let verdict else {
        return say(.reviewUnjudged, ["label": label, "value": value])
      }
      return say(.reviewAnswer, ["label": label, "value": value, "verdict": verdict])
    }
  }

  private mutating func restart(at question: Question) -> [Effect] {
    let before = Standing(draft: draft, question: question)
    typed.removeAll()
    halfTyped.removeAll()
    retryable = nil
    draft = Draft()
    if !before.draft.isEmpty {
      timeline.record(
        .restart, before: before,
        after: Standing(draft: draft, question: .field(.username)))
    }
    return say(before.draft.isEmpty ? .restartedEmpty : .restarted) + turn(to: .field(.username))
  }

  private mutating func retry(at question: Question) -> [Effect] {
    switch retryable {
    case .check(let username):
      refusals[.username] = nil
      return check(username, at: question)
    case .signUp: return submit(draft)
    case .signIn: return advance()
    case nil: return say(.nothingToRetry) + turn(to: question)
    }
  }

  func help(at question: Question) -> [Effect] {
    let quit: MessageKey =
      achievement(at: question) != nil
      ? .helpQuitDone : flow == .signUp ? .helpQuit : .helpQuitSignIn
    let keys: [MessageKey] = [
      .helpBack, .helpUndo, policy.repeated == nil ? .helpEditTwo : .helpEdit, .helpReview,
      .helpRetry, .helpRestart, .helpOpen, quit,
      question.isSecret ? .helpSecret : .helpLiteral, .helpKeys,
    ]
    return keys.map { .say(Utterance(.says, $0)) }
  }
}
