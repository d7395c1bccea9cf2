import Accounts
import Secrets

/// The conversation as a state machine: events in, effects out. It never throws, waits or reads a
/// clock. It owns the whole state, so a driver needs none of its own, and undo is exact.
package struct Conversation: Sendable {
  /// What never changes, stored by reference because the conversation is copied a lot.
  private final class Frame: Sendable {
    let policy: Policy
    let vocabulary: Vocabulary
    let options: ConversationOptions

    init(_ policy: Policy, _ vocabulary: Vocabulary, _ options: ConversationOptions) {
      self.policy = options.flow.adapted(policy, isAttended: options.isAttended)
      self.vocabulary = vocabulary.adding(formOf: self.policy)
      self.options = options
    }
  }

  private let frame: Frame
  package var policy: Policy { frame.policy }
  package var vocabulary: Vocabulary { frame.vocabulary }
  package var options: ConversationOptions { frame.options }
  var flow: Flow { frame.options.flow }

  /// The accepted answers.
  package internal(set) var draft = Draft()
  var phase = Phase.new
  var timeline = Timeline<Standing, ChangeKind>()

  /// Answers that are being typed. They take precedence over the accepted ones in the outputs.
  var typed: [Field: Entry] = [:]
  /// Why the last line for a field was refused, while its question is asked. Never contains the
  /// answer itself.
  var refusals: [Field: [Message]] = [:]
  /// Half-typed answers to questions that were left.
  var halfTyped: [Field: Entry] = [:]
  /// What the service said about names. These are not answers, so undo doesn't change them.
  var known: [Username: Availability] = [:]
  /// The names that were judged while they were typed and have not been entered yet. Entering one
  /// says everything that it would say without live verdicts, so that a recording matches a piped
  /// run.
  var judgedWhileTyped: Set<Username> = []
  /// The name whose check the user cancelled with an interrupt. It is not checked again while
  /// typing until its text changes. `nil` if there is none.
  var givenUp: Username?
  /// The question to which /back returns from the choice of what to edit.
  var editedFrom = Question.review
  /// How the last sign-up failed.
  var signUpFate = LineFate.fine
  /// The wait that the service demanded instead of checking the last sign-in; `nil` if it checked it.
  var pause: Pause?
  /// The last name whose sign-up ended without a result, so that it may have succeeded; `nil` if there
  /// is none.
  var maybeSignedUp: Username?
  /// What /retry repeats.
  var retryable: Retryable?
  /// How the last line fared. It decides the outcome if no line follows.
  var lastLine = LineFate.fine
  /// The reasons why the last line was refused.
  package internal(set) var complaints: [Message] = []
  /// The last name that was entered, accepted or not; `nil` if there is none.
  package internal(set) var nameGiven: Username?
  /// The last notice from the service during a call.
  var noted: Note?
  /// How often the bot has said that it is checking a name.
  var checksSaid = 0
  private var lastCheck = 0
  /// The effects of the current event so far.
  private var effects: [Effect] = []

  /// The number of names that are looked up without delay. Later look-ups are slowed down, so that
  /// the bot can't be used to list who has an account.
  package static let quickChecks = 20

  package init(
    policy: Policy, vocabulary: Vocabulary, options: ConversationOptions = ConversationOptions()
  ) {
    frame = Frame(policy, vocabulary, options)
    draft.username = options.remembered
  }

  /// The state of the conversation.
  enum Phase: Equatable, Sendable {
    case new
    /// A question is asked. A check may run during typing.
    case asking(Question, watching: Check?)
    /// The answer to a question is being checked.
    case checking(Check, Question)
    case signingUp(CheckID, Registration)
    case signingIn(CheckID, Credentials, from: Question)
    case opening(Question)
    case remembering(Username)
    case finished(Outcome)
  }

  struct Check: Equatable, Sendable {
    let id: CheckID
    let username: Username
  }

  /// The state that undo and redo restore.
  struct Standing: Equatable, Sendable {
    var draft: Draft
    var question: Question
  }

  enum ChangeKind: Hashable, Sendable {
    case answer(Field)
    case restart
  }

  enum Retryable: Equatable, Sendable {
    case check(Username)
    case signUp
    case signIn
  }

  enum LineFate: Sendable {
    case fine, refused, unreachable
    /// The operator must fix something.
    case unusable

    init(_ reason: UnknownReason) {
      self = reason.isForOperators ? .unusable : .unreachable
    }

    /// The outcome of a conversation that ends after this line.
    func outcome(at question: Question) -> Outcome {
      switch self {
      case .fine: .incomplete(question)
      case .refused: .refused(question)
      case .unreachable: .unreachable(question)
      case .unusable: .unusable(question)
      }
    }
  }

  /// What the service said during a call.
  struct Note: Equatable, Sendable {
    let id: CheckID
    let message: Message
  }

  /// The service call that the conversation waits for, or that runs during typing; `nil` if there
  /// is none.
  var callUnderWay: CheckID? {
    switch phase {
    case .asking(_, let watching): watching?.id
    case .checking(let check, _): check.id
    case .signingUp(let id, _), .signingIn(let id, _, _): id
    case .new, .opening, .remembering, .finished: nil
    }
  }

  /// What the service said during the current call; `nil` if it said nothing.
  package var notice: Message? {
    noted.flatMap { $0.id == callUnderWay ? $0.message : nil }
  }

  /// The current question, or the one that is asked again when the current work ends; `nil` before
  /// the start and after the end.
  package var question: Question? {
    switch phase {
    case .asking(let question, _), .checking(_, let question), .opening(let question): question
    case .signingUp: .review
    case .signingIn(_, _, let question): question
    case .remembering: .remember
    case .new, .finished: nil
    }
  }

  /// The outcome; `nil` while the conversation goes on.
  package var outcome: Outcome? {
    if case .finished(let outcome) = phase { outcome } else { nil }
  }

  /// What later input can no longer undo: the account that was created, or the sign-in. `nil` if
  /// there is nothing yet.
  package var achieved: Outcome? {
    switch outcome {
    case .signedUp, .signedIn: outcome
    case .refused, .incomplete, .quit, .unreachable, .unusable, .malformed, .interrupted: nil
    case nil: question.flatMap { achievement(at: $0) }
    }
  }

  /// Handles an event and returns its effects, in order. O(answer), independent of the length of the
  /// conversation.
  package mutating func receive(_ event: Event) -> [Effect] {
    // They may contain secrets, which the conversation must not keep.
    defer { effects = [] }
    take(event)
    return effects
  }

  /// How the conversation ends if no more is entered; its outcome if it has ended.
  package var outcomeIfLeft: Outcome {
    var copy = self
    _ = copy.receive(.inputEnded)
    return copy.outcome ?? .incomplete(.field(.username))
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .started: start()
    case .lineEntered(let entry): lineEntered(entry)
    case .textEdited(let field, let entry): textEdited(field, entry)
    case .commandGiven(let command, let halfTyped): commandGiven(command, halfTyped)
    case .signUpRequested: signUpRequested()
    case .checkFinished(let id, let availability): checkFinished(id, availability)
    case .signUpFinished(let id, let result): signUpFinished(id, result)
    case .signInFinished(let id, let result): signInFinished(id, result)
    case .serviceNoted(let id, let message): serviceNoted(id, message)
    case .openFinished(let result): openFinished(result)
    case .rememberFinished(let isKept): rememberFinished(isKept)
    case .interrupted: interrupted()
    case .inputEnded: inputEnded()
    case .inputMalformed(let malformed): inputMalformed(malformed)
    }
  }

  /// Appends to the effects of the current event.
  mutating func emit(_ effect: Effect) {
    effects.append(effect)
  }

  mutating func emit(_ tone: Tone, _ message: Message) {
    emit(.say(Utterance(tone, message)))
  }

  mutating func newCheckID() -> CheckID {
    lastCheck += 1
    return CheckID(number: lastCheck)
  }

  private mutating func start() {
    guard phase == .new else { return }
    say(flow.hello)
    let unkept = policy.questions.filter { options.unkeptAnswers.contains($0.name) }
    if !unkept.isEmpty {
      say(.answersNotKept, ["labels": .list(unkept.map { policy.label(of: .own($0.name)) })])
    }
    turn(to: .field(.username))
  }

  private mutating func commandGiven(_ command: Command, _ halfTyped: Entry?) {
    guard case .asking(let question, let watching) = phase else { return }
    beginLine()
    if case .field(let field) = question, let halfTyped { typed[field] = halfTyped }
    stop(watching)
    perform(command, at: question)
  }

  /// Begins judging a new line. Complaints about the previous line no longer count.
  mutating func beginLine() {
    lastLine = .fine
    if !complaints.isEmpty { complaints.removeAll() }
  }

  private mutating func interrupted() {
    switch phase {
    case .asking(let question, let watching):
      stop(watching)
      finish(.interrupted(question))
    case .checking(let check, let question):
      halfTyped[.username] = .text(check.username.text)
      typed[.username] = nil
      givenUp = check.username
      giveUp(check.id, saying: .checkCancelled, turningTo: question)
    case .signingUp(let id, let registration):
      (retryable, maybeSignedUp) = (.signUp, registration.username)
      giveUp(id, saying: .signUpCancelled, turningTo: .review)
    case .signingIn(let id, _, let question):
      giveUp(id, saying: .signInCancelled, turningTo: question)
    case .opening(let question): finish(.interrupted(question))
    case .remembering: finish(.interrupted(.remember))
    case .new, .finished: break
    }
  }

  private mutating func giveUp(
    _ id: CheckID, saying key: MessageKey, turningTo question: Question
  ) {
    emit(.cancel(id))
    say(key)
    turn(to: question)
  }

  private mutating func inputEnded() {
    switch phase {
    case .asking(let question, let watching):
      // What the user wanted is done; a follow-up question may stay unanswered.
      if let reached = achievement(at: question) { return finish(reached) }
      stop(watching)
      let fate = question == .choice(.afterFailure) ? signUpFate : lastLine
      finish(fate.outcome(at: question))
    case .checking(let check, let question):
      emit(.cancel(check.id))
      finish(.incomplete(question))
    case .signingUp(let id, let registration):
      maybeSignedUp = registration.username
      emit(.cancel(id))
      say(.signUpCancelled)
      finish(.incomplete(.review))
    case .signingIn(let id, _, let question):
      emit(.cancel(id))
      finish(achievement(at: question) ?? .incomplete(question))
    case .opening(let question): finish(achievement(at: question) ?? .incomplete(question))
    case .remembering(let username): finish(.signedIn(username))
    case .new, .finished: break
    }
  }

  private mutating func inputMalformed(_ malformed: MalformedInput) {
    guard case .asking(let question, let watching) = phase else { return }
    stop(watching)
    emit(.refuses, Message(malformed.message))
    finish(.malformed(malformed, question))
  }

  mutating func finish(_ outcome: Outcome) {
    phase = .finished(outcome)
    refusals.removeAll()
    typed.removeAll()
    halfTyped.removeAll()
    emit(.finish(outcome))
  }

  /// Cancels a check that runs during typing.
  mutating func stop(_ watching: Check?) {
    if let watching { emit(.cancel(watching.id)) }
  }
}
