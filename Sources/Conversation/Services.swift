import Accounts
import Secrets
import Text

extension Conversation {
  /// Asks the service about a name and waits. `question` is asked again if the name is refused.
  mutating func check(_ username: Username, at question: Question) {
    let check = Check(id: newCheckID(), username: username)
    _ = wasJudgedWhileTyped(username)
    givenUp = nil
    phase = .checking(check, question)
    sayValidating()
    emit(.check(username, check.id, debounced: false))
  }

  /// Waits for a check that began while its name was typed.
  mutating func takeOver(_ check: Check) {
    forget(.username)
    nameGiven = check.username
    _ = wasJudgedWhileTyped(check.username)
    phase = .checking(check, .field(.username))
    sayValidating()
    emit(.hurry(check.id))
  }

  /// Says that a name is being checked, and says once when checks become slower. A name that was
  /// checked during typing counts when it is entered, so that a recording replays the same.
  mutating func sayValidating() {
    checksSaid += 1
    if checksSaid == Self.quickChecks + 1 { say(.checksSlowed) }
    emit(.works, Message(.validating))
  }

  mutating func textEdited(_ field: Field, _ entry: Entry) {
    guard case .asking(let question, let watching) = phase, knows(field) else { return }
    refusals[field] = nil
    typed[field] = entry
    if !field.isSecret, case .text(let text) = entry {
      typed[field] = literal(text).map { .text($0) }
    }
    var check = watching
    if field == .username {
      stop(watching)
      check = checkWorthMaking()
    }
    phase = .asking(question, watching: check)
    if field == .username, let check {
      emit(.check(check.username, check.id, debounced: true))
    }
    emit(.outputsChanged)
  }

  /// Returns a check for the name that is being typed, or `nil` if the rules or known results
  /// already decide.
  private mutating func checkWorthMaking() -> Check? {
    guard case .text(let text)? = typed[.username], policy.availability != nil else { return nil }
    let username = Username(text)
    if username == givenUp { return nil }
    givenUp = nil
    guard known[username]?.isKnown != true, policy.judge(username: username).isValid,
      text.withUTF8Text(MalformedInput.find) == nil
    else { return nil }
    return Check(id: newCheckID(), username: username)
  }

  mutating func checkFinished(_ id: CheckID, _ availability: Availability) {
    switch phase {
    case .checking(let check, let question) where check.id == id:
      known[check.username] = availability
      phase = .asking(question, watching: nil)
      usernameJudged(check.username, availability, at: question)
    case .asking(let question, let check?) where check.id == id:
      known[check.username] = availability
      judgedWhileTyped.insert(check.username)
      phase = .asking(question, watching: nil)
      emit(.outputsChanged)
    case .new, .asking, .checking, .signingUp, .signingIn, .opening, .remembering, .finished:
      break
    }
  }

  /// Acts on the availability of a name that was entered. *Unknown* stays in the outputs until the
  /// name is entered again; then the service is asked again. Whether a definite answer is good
  /// depends on the flow.
  mutating func usernameJudged(
    _ username: Username, _ availability: Availability, at question: Question
  ) {
    let verdict = flow.verdict(on: availability, by: policy)
    guard case .failed(let messages) = verdict else {
      return accept(.username, verdict) { $0.username = username }
    }
    retryable = .check(username)
    if case .unknown(let reason) = availability {
      refuse(messages, as: LineFate(reason), for: .username)
      explain(reason)
      say(.retryHint)
    } else {
      refuse(messages, for: .username)
    }
    turn(to: question)
  }

  /// Handles a program's sign-up button: what is typed in the fields counts as entered.
  mutating func signUpRequested() {
    guard case .asking(_, let watching) = phase else { return }
    stop(watching)
    phase = .asking(lastQuestion, watching: nil)
    let given = effectiveDraft
    if outputs(of: given).signupEnabled {
      draft = given
      typed.removeAll()
    }
    submit(given)
  }

  /// The only place that signs up. It refuses a draft unless sign-up is enabled.
  mutating func signUp(_ draft: Draft) {
    guard outputs(of: draft).signupEnabled, let username = draft.username,
      let password = draft.password
    else {
      refuse([Message(.signUpNotReady)])
      return advance()
    }
    let id = newCheckID()
    let registration = Registration(
      username: username, password: policy.prepared(password), answers: answers(of: draft))
    phase = .signingUp(id, registration)
    emit(.works, Message(.signingUp, ["username": .text(username.text)]))
    emit(.signUp(registration, id))
  }

  mutating func signUpFinished(_ id: CheckID, _ result: SignUpResult) {
    guard case .signingUp(let current, let registration) = phase, current == id else { return }
    let username = registration.username
    switch result {
    case .signedUp(let receipt):
      emit(
        .accepts,
        policy.done?.message() ?? Message(receipt.isSimulated ? .mockSignedUp : .accountCreated))
      sayWhoAndWhere(username, receipt.page)
      signedUp(username)
    case .taken:
      known[username] = .taken
      retryable = .check(username)
      refuse([policy.taken.message()])
      turn(to: .field(.username))
    case .refused(let reason):
      (retryable, signUpFate) = (.signUp, .refused)
      refuse([reason.message])
      whatNow()
    case .notAsked(let reason):
      signUpFailed(because: reason)
      whatNow()
    case .unknown(let reason):
      maybeSignedUp = username
      signUpFailed(because: reason)
      say(.signUpUnknown)
      whatNow()
    }
  }

  /// Offers a choice after a failed sign-up, or ends the conversation if no one is there to choose.
  private mutating func whatNow() {
    options.isAttended ? turn(to: .choice(.afterFailure)) : finish(signUpFate.outcome(at: .review))
  }

  private mutating func signUpFailed(because reason: UnknownReason) {
    (retryable, signUpFate) = (.signUp, LineFate(reason))
    refuse([Message(reason.headline)], as: signUpFate)
    explain(reason)
  }

  mutating func explain(_ reason: UnknownReason) {
    if let key = reason.explanation { say(key) }
  }

  /// Shows what the service says during a call. Notices from a cancelled call are ignored.
  mutating func serviceNoted(_ id: CheckID, _ message: Message) {
    guard id == callUnderWay else { return }
    noted = Note(id: id, message: message)
    emit(.outputsChanged)
  }

  private mutating func sayWhoAndWhere(_ username: Username, _ page: String?) {
    let name = Message.Value.text(username.text)
    guard let page else { return say(.signedUpWithoutPage, ["username": name]) }
    say(.signedUpWithPage, ["username": name, "page": .text(page)])
  }

  mutating func openFinished(_ result: OpenResult) {
    guard case .opening(let question) = phase else { return }
    switch result {
    case .opened(let link): say(.pageOpened, ["link": .text(link)])
    case .printed(let link): say(.pagePrinted, ["link": .text(link)])
    case .noPage: say(.noPage)
    }
    turn(to: question)
  }
}
