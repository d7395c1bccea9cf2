import Accounts
import Secrets

/// The talk as a state machine: events in, effects out. It never throws, waits, or reads a clock, and
/// it holds the whole state, so that a driver needs none and undo is exact.
package struct Conversation: Sendable {
  /// What stays the same throughout, held once: the conversation is handed around by value.
  private final class Frame: Sendable {
    let policy: Policy
    let vocabulary: Vocabulary
    let terms: Terms

    init(_ policy: Policy, _ vocabulary: Vocabulary, _ terms: Terms) {
      self.policy = terms.flow.adapted(policy)
      self.vocabulary = vocabulary
      self.terms = terms
    }
  }

  private let frame: Frame
  package var policy: Policy { frame.policy }
  package var vocabulary: Vocabulary { frame.vocabulary }
  package var terms: Terms { frame.terms }
  var flow: Flow { frame.terms.flow }

  /// The accepted answers.
  package internal(set) var draft = Draft()
  var phase = Phase.new
  var timeline = Timeline<Standing, ChangeKind>()

  /// Answers being typed, over the accepted ones.
  var typed = FieldValues<Entry>()
  /// Why the last line for a field was refused, while its question stands; never the answer itself.
  var refusals = FieldValues<[Message]>()
  /// What was half typed when its question was left.
  var halfTyped = FieldValues<Entry>()
  /// What the service said of names; not an answer, so undo leaves it alone.
  var known = KnownNames()
  /// The names that were judged while they were typed, and that no line has brought yet. Entering one
  /// says all that it would say if nobody had watched the typing, so that a recording is true.
  var judgedWhileTyped: Set<Username> = []
  /// The name whose check was cancelled by an interrupt: it is not checked again as typed before a key has
  /// changed it. Nil for none.
  var givenUp: Username?
  /// Where /back from the choice of what to edit goes.
  var editedFrom = Question.review
  /// How the last sign-up failed.
  var signUpFate = LineFate.fine
  /// The service could not tell how a sign-up ended.
  var mayBeSignedUp = false
  /// What /retry does.
  var retryable: Retryable?
  /// What became of the last line, for the outcome when nothing follows it.
  var lastLine = LineFate.fine
  /// What was said against the last line.
  package internal(set) var complaints: [Message] = []
  /// The name that was given last, whether or not it was accepted; `nil` before the first.
  package internal(set) var nameGiven: Username?
  /// The last thing that the service said while a call went on.
  var noted: Note?
  /// How often the bot said that it looks a name up.
  var checksSaid = 0
  private var lastCheck = 0
  /// What the event being taken in has led to so far.
  private var effects: [Effect] = []

  /// So many names are looked up as fast as they come; after them it takes its time, so that the bot is no
  /// free list of who has an account.
  package static let quickChecks = 20

  package init(policy: Policy, vocabulary: Vocabulary, terms: Terms = Terms()) {
    frame = Frame(policy, vocabulary, terms)
    draft.username = terms.remembered
  }

  /// Where the talk is.
  enum Phase: Equatable, Sendable {
    case new
    /// A question stands. A check may run beside the typing.
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

  /// What undo and redo bring back.
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
    /// Whoever runs the program has to mend something.
    case unusable

    init(_ reason: UnknownReason) {
      self = reason.isForOperators ? .unusable : .unreachable
    }

    /// How a conversation ends in which nothing follows the line.
    func outcome(at question: Question) -> Outcome {
      switch self {
      case .fine: .incomplete(question)
      case .refused: .refused(question)
      case .unreachable: .unreachable(question)
      case .unusable: .unusable(question)
      }
    }
  }

  /// What the service said while a call went on.
  struct Note: Equatable, Sendable {
    let id: CheckID
    let message: Message
  }

  /// The service's call that is waited for, or that runs beside the typing; nil for none.
  var callUnderWay: CheckID? {
    switch phase {
    case .asking(_, let watching): watching?.id
    case .checking(let check, _): check.id
    case .signingUp(let id, _), .signingIn(let id, _, _): id
    case .new, .opening, .remembering, .finished: nil
    }
  }

  /// What the service says of the call under way; nil for nothing.
  package var notice: Message? {
    noted.flatMap { $0.id == callUnderWay ? $0.message : nil }
  }

  /// The question that stands, or that comes back when the work under way ends; nil before the start
  /// and after the end.
  package var question: Question? {
    switch phase {
    case .asking(let question, _), .checking(_, let question), .opening(let question): question
    case .signingUp: .review
    case .signingIn(_, _, let question): question
    case .remembering: .remember
    case .new, .finished: nil
    }
  }

  /// How it ended; `nil` while it goes on.
  package var outcome: Outcome? {
    if case .finished(let outcome) = phase { outcome } else { nil }
  }

  /// What can't be taken back any more, whatever follows: the account that was made, or the sign-in. `nil` if there
  /// is nothing yet.
  package var achieved: Outcome? {
    switch outcome {
    case .signedUp, .signedIn: outcome
    case .refused, .incomplete, .quit, .unreachable, .unusable, .malformed, .interrupted: nil
    case nil: question.flatMap { achievement(at: $0) }
    }
  }

  /// Takes in what happened. O(answer), and constant in the length of the talk.
  package mutating func receive(_ event: Event) -> [Effect] {
    var effects: [Effect] = []
    receive(event, into: &effects)
    return effects
  }

  /// Takes in what happened, as above.
  ///
  /// - Parameter effects: what it leads to, in place of what was there. Whoever hands over the same array each
  ///   time spares the memory of a new one.
  package mutating func receive(_ event: Event, into effects: inout [Effect]) {
    effects.removeAll(keepingCapacity: true)
    swap(&self.effects, &effects)
    take(event)
    swap(&self.effects, &effects)
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

  /// Adds to what the event leads to.
  mutating func emit(_ effect: Effect) {
    effects.append(effect)
  }

  mutating func emit(_ tone: Tone, _ message: Message) {
    effects.append(.say(Utterance(tone, message)))
  }

  mutating func newCheckID() -> CheckID {
    lastCheck += 1
    return CheckID(number: lastCheck)
  }

  private mutating func start() {
    guard phase == .new else { return }
    say(flow.hello)
    turn(to: .field(.username))
  }

  private mutating func commandGiven(_ command: Command, _ halfTyped: Entry?) {
    guard case .asking(let question, let watching) = phase else { return }
    beginLine()
    if case .field(let field) = question, let halfTyped { typed[field] = halfTyped }
    stop(watching)
    perform(command, at: question)
  }

  /// A new line is judged, so that what was said against the one before counts no more.
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
    case .signingUp(let id, _):
      (retryable, mayBeSignedUp) = (.signUp, true)
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
      // What was asked for is done; what is asked after it may stay unanswered.
      if let reached = achievement(at: question) { return finish(reached) }
      stop(watching)
      let fate = question == .choice(.afterFailure) ? signUpFate : lastLine
      finish(fate.outcome(at: question))
    case .checking(let check, let question):
      emit(.cancel(check.id))
      finish(.incomplete(question))
    case .signingUp(let id, _):
      emit(.cancel(id))
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

  /// Gives up a check that runs beside the typing.
  mutating func stop(_ watching: Check?) {
    if let watching { emit(.cancel(watching.id)) }
  }
}
