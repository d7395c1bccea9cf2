import Accounts

extension Conversation {
  /// The fields that this policy asks for, in order.
  package var fields: [Field] { policy.fields }

  /// Asks a question.
  mutating func turn(to question: Question) {
    if question != self.question { refusals.removeAll() }
    phase = .asking(question, watching: nil)
    emit(.ask(prompt(question)))
  }

  /// Asks the first question without a valid answer, or the review. If another answer invalidated
  /// this one, the reason is given; a repeat that must be entered again needs no explanation.
  mutating func advance() {
    let outputs = outputs(of: draft)
    guard let open = fields.first(where: { !outputs[$0].isValid }) else {
      return flow.asksReview ? turn(to: .review) : submit(draft)
    }
    if open.needsReason, case .failed(let messages) = outputs[open] { refuse(messages) }
    turn(to: .field(open))
  }

  /// Says why a line was refused, and records the refusal.
  ///
  /// - Parameter field: The field whose answer was refused; `nil` if the line did not answer a
  ///   field.
  mutating func refuse(
    _ messages: [Message], as fate: LineFate = .refused, for field: Field? = nil
  ) {
    lastLine = fate
    complaints += messages
    if let field { refusals[field] = messages }
    for message in messages { emit(.refuses, message) }
  }

  /// Says why a line was refused, and asks a question.
  mutating func refuse(_ key: MessageKey, turningTo question: Question) {
    refuse([Message(key)])
    turn(to: question)
  }

  private mutating func prompt(_ question: Question) -> Prompt {
    var initial: Entry?
    if case .field(let field) = question { initial = halfTyped.removeValue(forKey: field) }
    return Prompt(
      question: question, message: message(asking: question), initial: initial,
      pause: pause(at: question))
  }

  private func pause(at question: Question) -> Pause? {
    guard let pause, pause.question == question,
      pause.username == nil || pause.username == draft.username
    else { return nil }
    return pause
  }

  private func message(asking question: Question) -> Message {
    switch question {
    case .field(let field):
      let isGood = draft.has(field) && outputs(of: draft)[field].isValid
      let isKept = isGood || field == .username && offered != nil
      switch field {
      case .username:
        guard isKept, let username = draft.username else { return Message(.askUsername) }
        return Message(.askUsernameAgain, ["current": .text(username.text)])
      case .password: return Message(isKept ? .askPasswordAgain : .askPassword)
      case .repeated: return Message(isKept ? .askRepeatAgain : .askRepeat)
      case .own(let name): return message(askingOwn: name, keeps: isGood)
      }
    case .review:
      return Message(.confirmSignUp, ["username": .text(draft.username?.text ?? "")])
    case .offer:
      return Message(.offerSignIn, ["username": .text(draft.username?.text ?? "")])
    case .remember:
      return Message(options.remembering == .name ? .askRememberName : .askRemember)
    case .choice(let choice):
      let actions = actions(of: choice).enumerated().map { index, action in
        Message(
          .numberedAction,
          ["number": .count(index + 1), "action": .message(action.label(under: policy))])
      }
      return Message(
        choice == .editWhich ? .chooseEdit : .choose, ["actions": .list(actions)])
    }
  }

  /// The actions of a choice, in the order of their numbers.
  func actions(of choice: Choice) -> [Action] {
    switch choice {
    case .afterFailure: [.retry, .edit, .quit]
    case .afterNo: [.edit, .restart, .quit]
    case .editWhich: fields.map { .editField($0) }
    }
  }
}

extension Field {
  /// Whether the user must be told why an accepted answer is asked for again.
  fileprivate var needsReason: Bool {
    switch self {
    case .password, .own: true
    case .username, .repeated: false
    }
  }
}
