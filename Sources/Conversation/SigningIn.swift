import Accounts

extension Conversation {
  /// The last question before the service is called.
  var lastQuestion: Question {
    flow.asksReview ? .review : .field(fields[fields.count - 1])
  }

  /// The remembered name, until it is accepted or replaced by another; `nil` if there is none.
  var offered: Username? {
    guard let remembered = options.remembered, draft.username == remembered,
      known[remembered] == nil, policy.judge(username: remembered).isValid
    else { return nil }
    return policy.availability == nil ? nil : remembered
  }

  /// Makes the flow's service call.
  mutating func submit(_ draft: Draft) {
    switch flow {
    case .signUp: signUp(draft)
    case .signIn: signIn(draft, from: lastQuestion)
    }
  }

  /// Returns what has been achieved by the time that a question is asked, whatever its answer;
  /// `nil` if there is nothing yet.
  func achievement(at question: Question) -> Outcome? {
    guard let username = draft.username else { return nil }
    switch question {
    case .offer: return .signedUp(username)
    case .remember: return .signedIn(username)
    case .field, .review, .choice: return nil
    }
  }

  /// Signs in. Only answers that the policy accepts are passed to the service.
  ///
  /// - Parameter question: The question that is asked again if the call is cancelled.
  mutating func signIn(_ draft: Draft, from question: Question) {
    // At the offer, the service itself has just accepted the answers.
    guard question == .offer || outputs(of: draft).signupEnabled, let username = draft.username,
      let password = draft.password
    else {
      refuse([Message(.signInNotReady)])
      return advance()
    }
    let id = newCheckID()
    let credentials = Credentials(username: username, password: policy.prepared(password))
    phase = .signingIn(id, credentials, from: question)
    emit(.works, Message(.signingIn, ["username": .text(username.text)]))
    emit(.signIn(credentials, id))
  }

  /// Ends a sign-up, or continues with a sign-in.
  mutating func signedUp(_ username: Username) {
    options.offersSignIn ? turn(to: .offer) : finish(.signedUp(username))
  }

  mutating func signInFinished(_ id: CheckID, _ result: SignInResult) {
    guard case .signingIn(let current, let credentials, let question) = phase, current == id else {
      return
    }
    pause = nil
    switch result {
    case .signedIn(let receipt): signedIn(credentials.username, receipt)
    case .wrongCredentials:
      // The same password would fail again, so neither /retry nor /undo restores it.
      if question != .offer {
        draft.password = nil
        timeline.forgetLast(.answer(.password))
      }
      signInFailed([Message(.wrongCredentials)], at: question)
      retryable = nil
    case .refused(let reason): signInFailed([reason.message], at: question)
    case .tooManyFailures(let wait, let isOfMachine):
      let seconds = Int((wait / .seconds(1)).rounded(.up))
      let key = isOfMachine ? MessageKey.tooManyFailuresHere : .tooManyFailures
      let message = Message(key, ["seconds": .count(max(seconds, 1))])
      pause = Pause(
        call: id, length: wait, question: question,
        username: isOfMachine ? nil : credentials.username)
      signInFailed([message], at: question)
    case .unknown(let reason):
      signInFailed(
        [Message(reason.headline)], as: LineFate(reason), because: reason, at: question)
    }
  }

  private mutating func signedIn(_ username: Username, _ receipt: Receipt) {
    retryable = nil
    emit(.accepts, policy.done?.message() ?? Message(.signedIn))
    say(.signedInAs, ["username": .text(username.text)])
    options.remembering == .nothing ? finish(.signedIn(username)) : turn(to: .remember)
  }

  /// Asks again the question that led to the sign-in. After a wrong password, that is the hidden
  /// password question: a user who types the password again must not type it at a visible one.
  /// After a sign-up, the account exists, so the conversation succeeds even if this sign-in fails.
  private mutating func signInFailed(
    _ messages: [Message], as fate: LineFate = .refused, because reason: UnknownReason? = nil,
    at question: Question
  ) {
    refuse(messages, as: fate)
    if let reason { explain(reason) }
    if question != .offer { retryable = .signIn }
    turn(to: question)
  }

  mutating func offerAnswered(_ answer: String) {
    guard let username = draft.username else { return turn(to: .field(.username)) }
    switch yesOrNo(answer) {
    case true?: signIn(draft, from: .offer)
    case false?: finish(.signedUp(username))
    case nil: askedAgain(answer, at: .offer)
    }
  }

  mutating func rememberAnswered(_ answer: String) {
    guard let username = draft.username else { return turn(to: .field(.username)) }
    switch yesOrNo(answer) {
    case true?:
      phase = .remembering(username)
      emit(.remember(username))
    case false?:
      say(.notRemembered)
      finish(.signedIn(username))
    case nil: askedAgain(answer, at: .remember)
    }
  }

  mutating func rememberFinished(_ isKept: Bool) {
    guard case .remembering(let username) = phase else { return }
    if isKept {
      switch options.remembering {
      case .nothing, .session: say(.remembered)
      case .name: say(.nameRemembered)
      case .pretended: say(.mockRemembered)
      }
    } else {
      refuse([Message(.rememberingFailed)])
    }
    finish(.signedIn(username))
  }
}
