import Accounts
import Secrets

extension Conversation {
  /// Asks the service about a name and waits, with the question that comes back if it says no.
  mutating func check(_ username: Username, at question: Question) {
    let check = Check(id: newCheckID(), username: username)
    _ = wasJudgedWhileTyped(username)
    givenUp = nil
    phase = .checking(check, question)
    sayValidating()
    emit(.check(username, check.id, debounced: false))
  }

  /// Waits for a check that was begun while its name was typed.
  mutating func takeOver(_ check: Check) {
    forget(.username)
    _ = wasJudgedWhileTyped(check.username)
    phase = .checking(check, .field(.username))
    sayValidating()
    emit(.hurry(check.id))
  }

  /// Says that a name is looked up, and once, from when on that takes longer. What was looked up while it
  /// was typed counts when it is entered, so that a recording says the same when it is played.
  mutating func sayValidating() {
    checksSaid += 1
    if checksSaid == Self.quickChecks + 1 { say(.checksSlowed) }
    emit(.works, Message(.validating))
  }

  mutating func textEdited(_ field: Field, _ entry: Entry) {
    guard case .asking(let question, let watching) = phase else { return }
    refusals[field] = nil
    typed[field] = entry
    if field == .username, case .text(let text) = entry {
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

  /// A check for the name being typed; nil where the rules, or what is known, already decide.
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
      known.note(availability, of: check.username)
      phase = .asking(question, watching: nil)
      usernameJudged(check.username, availability, at: question)
    case .asking(let question, let check?) where check.id == id:
      known.note(availability, of: check.username)
      judgedWhileTyped.insert(check.username)
      phase = .asking(question, watching: nil)
      emit(.outputsChanged)
    case .new, .asking, .checking, .signingUp, .signingIn, .opening, .remembering, .finished:
      break
    }
  }

  /// Acts on what is known of a name that was given as the answer. *Unknown* is kept for the outputs
  /// until the name is given again, and then asked anew.
  mutating func usernameJudged(
    _ username: Username, _ availability: Availability, at question: Question
  ) {
    switch availability {
    case .available, .taken:
      lookedUp(username, availability, at: question)
    case .unknown(let reason):
      retryable = .check(username)
      refuse([Message(reason.headline)], as: LineFate(reason), for: .username)
      explain(reason)
      say(.retryHint)
      turn(to: question)
    }
  }

  /// Acts on what the service knows of a name: whether that is good depends on what it is wanted for.
  private mutating func lookedUp(
    _ username: Username, _ availability: Availability, at question: Question
  ) {
    let verdict = flow.verdict(on: availability, by: policy)
    if case .failed(let messages) = verdict {
      retryable = .check(username)
      refuse(messages, for: .username)
      return turn(to: question)
    }
    accept(.username, verdict) { $0.username = username }
  }

  /// A program's button: what is typed in the fields counts as given.
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

  /// The gate: nothing but an enabled draft is ever signed up.
  mutating func signUp(_ draft: Draft) {
    guard outputs(of: draft).signupEnabled, let username = draft.username,
      let password = draft.password
    else {
      refuse([Message(.signUpNotReady)])
      return advance()
    }
    let id = newCheckID()
    let registration = Registration(username: username, password: policy.prepared(password))
    phase = .signingUp(id, registration)
    emit(.works, Message(.signingUp, ["username": .text(username.text)]))
    emit(.signUp(registration, id))
  }

  mutating func signUpFinished(_ id: CheckID, _ result: SignUpResult) {
    guard case .signingUp(let current, let registration) = phase, current == id else { return }
    let username = registration.username
    switch result {
    case .signedUp(let receipt):
      emit(.accepts, policy.done?.message() ?? receipt.message)
      sayWhoAndWhere(username, receipt.page)
      signedUp(username)
    case .taken:
      known.note(.taken, of: username)
      retryable = .check(username)
      refuse([policy.taken.message()])
      turn(to: .field(.username))
    case .refused(let message):
      (retryable, signUpFate) = (.signUp, .refused)
      refuse([message])
      whatNow()
    case .notAsked(let reason):
      signUpFailed(because: reason)
      whatNow()
    case .unknown(let reason):
      mayBeSignedUp = true
      signUpFailed(because: reason)
      say(.signUpUnknown)
      whatNow()
    }
  }

  /// Offers what can be done after a sign-up that failed, or ends the conversation where no one is there to choose.
  private mutating func whatNow() {
    terms.isAttended ? turn(to: .choice(.afterFailure)) : finish(signUpFate.outcome(at: .review))
  }

  private mutating func signUpFailed(because reason: UnknownReason) {
    (retryable, signUpFate) = (.signUp, LineFate(reason))
    refuse([Message(reason.headline)], as: signUpFate)
    explain(reason)
  }

  mutating func explain(_ reason: UnknownReason) {
    if let key = reason.explanation { say(key) }
  }

  /// What the service says while a call goes on; of one that is given up, nothing.
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
