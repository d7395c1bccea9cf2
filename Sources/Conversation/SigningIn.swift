import Accounts

extension Conversation {
  /// The question after which the service is called.
  var lastQuestion: Question {
    flow.asksReview ? .review : .field(fields[fields.count - 1])
  }

  /// The name of who was here before, until it is taken or another one is given; nil for none.
  var offered: Username? {
    guard let remembered = terms.remembered, draft.username == remembered,
      known[remembered] == nil, policy.judge(username: remembered).isValid
    else { return nil }
    return policy.availability == nil ? nil : remembered
  }

  /// Calls the service for what the flow is for.
  mutating func submit(_ draft: Draft) {
    switch flow {
    case .signUp: signUp(draft)
    case .signIn: signIn(draft, from: lastQuestion)
    }
  }

  /// What has been reached by the time that a question is put, whatever is answered to it; nil for nothing
  /// yet.
  func achievement(at question: Question) -> Outcome? {
    guard let username = draft.username else { return nil }
    switch question {
    case .offer: return .signedUp(username)
    case .remember: return .signedIn(username)
    case .field, .review, .choice: return nil
    }
  }

  /// The gate: nothing but answers that the policy lets through is ever handed over.
  ///
  /// - Parameter question: the one that comes back when the call is given up.
  mutating func signIn(_ draft: Draft, from question: Question) {
    // At the offer the service itself has just taken the answers in.
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

  /// Ends a sign-up, or goes on to a sign-in.
  mutating func signedUp(_ username: Username) {
    terms.offersSignIn ? turn(to: .offer) : finish(.signedUp(username))
  }

  mutating func signInFinished(_ id: CheckID, _ result: SignInResult) {
    guard case .signingIn(let current, let credentials, let question) = phase, current == id else {
      return
    }
    switch result {
    case .signedIn(let receipt): signedIn(credentials.username, receipt)
    case .wrongCredentials:
      // Another try with the same password would be another failure, so that neither /retry nor /undo brings it
      // back.
      if question != .offer {
        draft.password = nil
        timeline.forgetLast(.answer(.password))
      }
      signInFailed([Message(.wrongCredentials)], at: question)
      retryable = nil
    case .refused(let message): signInFailed([message], at: question)
    case .tooManyFailures(let wait, let isOfMachine):
      let seconds = Int((wait / .seconds(1)).rounded(.up))
      let key = isOfMachine ? MessageKey.tooManyFailuresHere : .tooManyFailures
      let message = Message(key, ["seconds": .count(max(seconds, 1))])
      signInFailed([message], at: question)
    case .unknown(let reason):
      signInFailed(
        [Message(reason.headline)], as: LineFate(reason), because: reason, at: question)
    }
  }

  private mutating func signedIn(_ username: Username, _ receipt: Receipt) {
    retryable = nil
    emit(.accepts, policy.done?.message() ?? receipt.message)
    say(.signedInAs, ["username": .text(username.text)])
    terms.remembering == .nothing ? finish(.signedIn(username)) : turn(to: .remember)
  }

  /// What comes next is the question that the sign-in was for. After a password that is the password again, hidden: a
  /// person who types it once more must not find an open question there. After a sign-up the account stands, so that
  /// a sign-in that fails then ends well all the same.
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
      switch terms.remembering {
      case .nothing, .session: say(.remembered)
      case .name: say(.nameRemembered)
      case .pretended: say(.mockRemembered)
      }
    } else {
      refuse([Message(.rememberingFailed)])
    }
    finish(.signedIn(username))
  }

  /// A command once there is nothing left to change.
  mutating func perform(
    _ command: Command, after reached: Outcome, at question: Question
  ) {
    switch command {
    case .open:
      phase = .opening(question)
      emit(.open(draft.username))
    case .help: help(at: question)
    case .review: review(at: question)
    case .quit:
      say(.goodbye)
      finish(reached)
    case .back, .undo, .redo, .edit, .retry, .restart:
      refuse(question == .offer ? .alreadySignedUp : .alreadySignedIn, turningTo: question)
    }
  }
}
