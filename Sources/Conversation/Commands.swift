import Accounts

extension Conversation {
  mutating func perform(_ command: Command, at question: Question) {
    let reached = achievement(at: question)
    if reached != nil, command.changesAnswers {
      return refuse(question == .offer ? .alreadySignedUp : .alreadySignedIn, turningTo: question)
    }
    switch command {
    case .back: back(from: question)
    case .undo: undo(at: question)
    case .redo: redo(at: question)
    case .edit(let field?): edit(field, from: question)
    case .edit(nil): editWhich(from: question)
    case .review: review(at: question)
    case .retry: retry(at: question)
    case .restart: restart(at: question)
    case .open:
      phase = .opening(question)
      emit(.open(reached == nil ? nameWithPage : draft.username))
    case .help: help(at: question)
    case .quit:
      say(reached == nil && maybeSignedUp != nil ? .goodbyeUnknown : .goodbye)
      finish(reached ?? .quit(question))
    }
  }

  mutating func say(_ key: MessageKey, _ values: Message.Values = [:]) {
    emit(.says, Message(key, values))
  }

  private mutating func say(_ key: MessageKey, turningTo question: Question) {
    say(key)
    turn(to: question)
  }

  /// A name that has a page: the one that was just reported as taken. An available name has no page
  /// yet.
  private var nameWithPage: Username? {
    if case .check(let username)? = retryable, known[username] == .taken { return username }
    return draft.username.flatMap { known[$0] == .taken ? $0 : nil }
  }

  /// What to say about an /edit that names no answer.
  var editWhat: Message { message(.editWhat, ifTwo: .editWhatOfTwo, ifOwn: .editWhatOf) }

  /// Returns a message for the answers of this form: the usual three, two without a repeat, or more.
  private func message(
    _ key: MessageKey, ifTwo: MessageKey, ifOwn: MessageKey
  ) -> Message {
    if !policy.questions.isEmpty { return Message(ifOwn, ["commands": editCommands]) }
    return Message(policy.repeated == nil ? ifTwo : key)
  }

  /// The commands that edit one answer, in the words of the locale.
  private var editCommands: Message.Value {
    .list(
      fields.compactMap { field in
        let word = vocabulary.commands.first { $0.meaning == .edit(field) }?.word
        return word.map { Message(.custom, texts: ["en": "/" + $0]) }
      })
  }

  mutating func editWhich(from question: Question) {
    guard options.isAttended else {
      refuse([editWhat])
      return turn(to: question)
    }
    leave(question)
    if question != .choice(.editWhich) { editedFrom = question }
    turn(to: .choice(.editWhich))
  }

  /// Removes a half-typed answer from the outputs, and keeps it until its question is asked again.
  private mutating func leave(_ question: Question) {
    guard case .field(let field) = question else { return }
    if let entry = typed.removeValue(forKey: field), !entry.isEmpty { halfTyped[field] = entry }
  }

  private mutating func back(from question: Question) {
    leave(question)
    switch question {
    case .field(let field):
      guard let index = fields.firstIndex(of: field), index > 0 else {
        return say(.firstQuestion, turningTo: question)
      }
      turn(to: .field(fields[index - 1]))
    case .review: turn(to: .field(fields[fields.count - 1]))
    case .choice(.editWhich): turn(to: editedFrom)
    case .choice(.afterFailure), .choice(.afterNo): turn(to: lastQuestion)
    case .offer, .remember: turn(to: question)
    }
  }

  private mutating func undo(at question: Question) {
    guard let change = timeline.undo(from: Standing(draft: draft, question: question)) else {
      return say(.nothingToUndo, turningTo: question)
    }
    stand(at: change.before, saying: .undone, change.kind)
  }

  private mutating func redo(at question: Question) {
    guard let change = timeline.redo() else { return say(.nothingToRedo, turningTo: question) }
    stand(at: change.after, saying: .redone, change.kind)
  }

  private mutating func stand(
    at standing: Standing, saying key: MessageKey, _ kind: ChangeKind
  ) {
    typed.removeAll()
    halfTyped.removeAll()
    draft = standing.draft
    let change =
      switch kind {
      case .answer(let field):
        Message(.changeOf, ["label": .message(policy.label(of: field))])
      case .restart: Message(.changeRestart)
      }
    say(key, ["change": .message(change)])
    turn(to: standing.question)
  }

  private mutating func edit(_ field: Field, from question: Question) {
    leave(question)
    let outputs = outputs(of: draft)
    if field == .repeated, policy.repeated == nil {
      return refuse(.repeatNotAsked, turningTo: question)
    }
    if field.isSecret, !outputs.validatedUsername.isValid {
      return refuse(.usernameFirst, turningTo: question)
    }
    if field == .repeated, !outputs.validatedPassword.isValid {
      return refuse(.passwordFirst, turningTo: question)
    }
    turn(to: .field(field))
  }

  mutating func review(at question: Question) {
    for row in reviewRows {
      let verdict: Message.Value? =
        switch row.verdict {
        case .ok(let message): .message(message)
        case .failed(let messages): .list(messages)
        case .validating: .message(Message(.validating))
        case .empty: nil
        }
      var values: Message.Values = ["label": .message(row.label)]
      (values["value"], values["verdict"]) = (row.value, verdict)
      let judged: MessageKey = verdict == nil ? .reviewUnjudged : .reviewAnswer
      say(row.value == nil ? .reviewUnanswered : judged, values)
    }
    turn(to: question)
  }

  private mutating func restart(at question: Question) {
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
    say(before.draft.isEmpty ? .restartedEmpty : .restarted, turningTo: .field(.username))
  }

  private mutating func retry(at question: Question) {
    switch retryable {
    case .check(let username):
      say(.retryingCheck, ["username": .text(username.text)])
      refusals[.username] = nil
      check(username, at: question)
    case .signUp:
      say(.retryingSignUp)
      submit(draft)
    case .signIn:
      say(.retryingSignIn)
      advance()
    case nil: say(.nothingToRetry, turningTo: question)
    }
  }

  mutating func help(at question: Question) {
    let quit: MessageKey =
      achievement(at: question) != nil
      ? .helpQuitDone : flow == .signUp ? .helpQuit : .helpQuitSignIn
    let keys: [MessageKey] = [
      .helpReview, .helpRetry, .helpRestart, .helpOpen, quit,
      question.isSecret ? .helpSecret : .helpLiteral, .helpKeys,
    ]
    say(.helpBack)
    say(.helpUndo)
    emit(.says, message(.helpEdit, ifTwo: .helpEditTwo, ifOwn: .helpEditOf))
    for key in keys { say(key) }
    turn(to: question)
  }
}
