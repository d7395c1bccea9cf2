import Accounts
import Secrets
import Testing

@testable import Conversation

/// Laws that hold for every conversation and every sequence of events. Each is checked after every
/// step of random walks.
struct PropertyTests {
  /// A single step, as the laws see it.
  struct Step {
    let before: Conversation
    let event: Event
    let effects: [Effect]
    let walk: RandomWalk
    let policy: Policy
    var after: Conversation { walk.conversation }
  }

  /// A sign-up, a sign-up followed by a sign-in, and a sign-in.
  static let options: [ConversationOptions] = [
    ConversationOptions(), ConversationOptions(offersSignIn: true, remembering: .session),
    ConversationOptions(flow: .signIn, remembering: .name),
  ]

  /// Every policy, with enough walks for over 100,000 steps in total.
  static let walks = Policy.named.flatMap { policy in (0..<60).map { (policy, UInt64($0)) } }
  static let stepsOfAWalk = 400

  /// Runs a walk, starting a new conversation when one ends, and passes each step to `look`.
  static func walk(
    _ policy: Policy, _ seed: UInt64,
    _ look: (_ before: Conversation, _ event: Event, [Effect], _ walk: RandomWalk) -> Void
  ) {
    let options = options[Int(seed % 3)]
    var walk = RandomWalk(policy: policy, options: options, seed: seed)
    var event = Event.started
    for _ in 0..<stepsOfAWalk {
      let before = walk.conversation
      let effects = walk.send(event)
      look(before, event, effects, walk)
      if walk.conversation.outcome != nil {
        walk = RandomWalk(policy: policy, options: options, seed: walk.random.next())
        event = .started
      } else {
        event = walk.nextEvent()
      }
    }
  }

  @Test func `the walks take more than a hundred thousand steps`() {
    #expect(Self.walks.count * Self.stepsOfAWalk > 100_000)
  }

  @Test(arguments: walks)
  func `the laws hold after every step`(policy: Policy, seed: UInt64) {
    expectLaws(policy, seed)
  }

  /// Enough random forms for 100,000 steps.
  @Test(arguments: 0..<UInt64(300))
  func `the laws hold for a form of the operator's own questions`(seed: UInt64) {
    expectLaws(RandomForm(seed: seed).policy, seed)
  }

  @Test func `the random forms have 0 to 8 questions of every rule`() {
    let forms = (0..<UInt64(300)).map { RandomForm(seed: $0).questions }
    #expect(Set(forms.map(\.count)) == Set(0...8))
    let questions = forms.flatMap(\.self)
    let rules: [AnswerRule] = [
      .anything, .email, .sshPublicKey, .accepted, .choices(["bash", "zsh", "fish"]),
      .pattern("[a-z]{2,8}"),
    ]
    for rule in rules { #expect(questions.contains { $0.rule == rule }, "\(rule)") }
    #expect(questions.contains { $0.length != nil } && questions.contains { !$0.isRequired })
  }

  private func expectLaws(_ policy: Policy, _ seed: UInt64) {
    Self.walk(policy, seed) { before, event, effects, walk in
      let step = Step(
        before: before, event: event, effects: effects, walk: walk, policy: policy)
      expectNeverStuck(step)
      expectRedoUndoesUndo(step)
      expectUndoUndoesAnswer(step)
      expectBackChangesNothing(step)
      expectNoSecretSaid(step)
      expectSignUpOnlyWhenGood(step)
      expectSignInOnlyWhenGood(step)
      expectAnswersOnlyWhenGood(step)
      expectEmptyLineKeeps(step)
    }
  }

  /// A question is asked, or work is in progress, or the conversation has ended.
  private func expectNeverStuck(_ step: Step) {
    switch step.after.phase {
    case .asking:
      let isTyping = step.effects.contains(.outputsChanged)
      if step.after.phase != step.before.phase, !isTyping {
        #expect(step.effects.prompts.count == 1, "\(step.event) led to \(step.effects)")
      }
    case .checking(let check, _): #expect(step.walk.checks[check.id] == check.username)
    case .signingUp(let id, _): #expect(step.walk.signUps[id] != nil)
    case .signingIn(let id, let credentials, _):
      #expect(step.walk.signIns[id] == credentials)
    case .opening: #expect(step.walk.isOpening)
    case .remembering: #expect(step.walk.isRemembering)
    case .finished: #expect(step.effects.outcome != nil || step.before.outcome != nil)
    case .new: Issue.record("not started by \(step.event)")
    }
  }

  /// redo ∘ undo = identity.
  private func expectRedoUndoesUndo(_ step: Step) {
    var conversation = step.after
    guard case .asking(let question, _) = conversation.phase else { return }
    let undone = conversation.receive(.commandGiven(.undo, halfTyped: nil))
    if undone.keys(.says).contains(.nothingToUndo) { return }
    _ = conversation.receive(.commandGiven(.redo, halfTyped: nil))
    #expect(conversation.draft == step.after.draft)
    #expect(conversation.question == question)
  }

  /// undo ∘ change = identity, for a change made by an answer to a field.
  private func expectUndoUndoesAnswer(_ step: Step) {
    var conversation = step.after
    guard conversation.draft != step.before.draft, case .asking = conversation.phase,
      case .field? = step.before.question, case .lineEntered = step.event, !isCommand(step.event)
    else { return }
    _ = conversation.receive(.commandGiven(.undo, halfTyped: nil))
    #expect(conversation.draft == step.before.draft)
    #expect(conversation.question == step.before.question)
  }

  private func expectBackChangesNothing(_ step: Step) {
    var conversation = step.after
    guard case .asking = conversation.phase else { return }
    let effects = conversation.receive(.commandGiven(.back, halfTyped: nil))
    #expect(conversation.draft == step.after.draft)
    let asksService = effects.contains { if case .check = $0 { true } else { false } }
    #expect(!asksService && effects.registrations.isEmpty)
  }

  private func expectNoSecretSaid(_ step: Step) {
    for effect in step.effects {
      switch effect {
      case .say(let utterance): expectNoSecret(in: utterance.message)
      case .ask(let prompt): expectNoSecret(in: prompt.message)
      case .check, .hurry, .cancel, .signUp, .signIn, .remember, .open, .outputsChanged, .finish:
        break
      }
    }
  }

  /// Judged independently: from the policy and the latest availability, not from the outputs.
  private func expectSignUpOnlyWhenGood(_ step: Step) {
    let policy = step.policy
    for registration in step.effects.registrations {
      let (username, password) = (registration.username, registration.password)
      #expect(policy.judge(username: username).isValid)
      #expect(policy.judge(password: password, username: username).isValid)
      let draft = step.after.draft
      #expect(draft.username == username)
      #expect(draft.password.map(policy.prepared) == password)
      if policy.repeated != nil { #expect(draft.repeated.map(policy.prepared) == password) }
      if policy.availability != nil { #expect(step.walk.world[username] == .available) }
      #expect(!step.before.outputs.signingUp)
    }
  }

  /// After a sign-up, only the credentials of that sign-up are passed on.
  private func expectSignInOnlyWhenGood(_ step: Step) {
    let policy = step.policy
    for case .signIn(let credentials, _) in step.effects {
      #expect(policy.judge(username: credentials.username).isValid)
      let (username, password) = (credentials.username, credentials.password)
      #expect(policy.judge(password: password, username: username).isValid)
      #expect(step.after.draft.username == username)
      let isNew = step.before.question == .offer
      if policy.availability != nil {
        #expect(step.walk.world[username] == (isNew ? .available : .taken))
      }
      #expect(!step.before.outputs.signingUp)
    }
  }

  /// A sign-up has an answer to each question that needs one, in their order, and no bad one.
  private func expectAnswersOnlyWhenGood(_ step: Step) {
    for registration in step.effects.registrations {
      let questions = step.policy.questions
      let given = registration.answers.map(\.name)
      #expect(given == questions.map(\.name).filter(given.contains))
      for question in questions {
        let answer = registration.answers.first { $0.name == question.name }
        if let answer { #expect(question.judge(answer.text).isValid, "\(answer)") }
        #expect(answer != nil || !question.isRequired, "\(question.name)")
        #expect(answer.map { question.kept($0.text) } == answer?.text)
      }
    }
  }

  /// An empty line at a question with a good answer is a fixed point: it changes no answer, and there
  /// is nothing more to undo.
  private func expectEmptyLineKeeps(_ step: Step) {
    var conversation = step.after
    guard case .asking(.field(let field), nil) = conversation.phase,
      conversation.draft.has(field), conversation.outputs(of: conversation.draft)[field].isValid
    else { return }
    let empty: Entry = field.isSecret ? .secret(Secret("")) : .text("")
    _ = conversation.receive(.lineEntered(empty))
    #expect(conversation.draft == step.after.draft, "an empty line at \(field)")
    var (kept, before) = (conversation, step.after)
    guard case .asking = kept.phase else { return }
    _ = kept.receive(.commandGiven(.undo, halfTyped: nil))
    _ = before.receive(.commandGiven(.undo, halfTyped: nil))
    #expect(kept.draft == before.draft)
  }

  private func isCommand(_ event: Event) -> Bool {
    guard case .lineEntered(.text(let text)) = event else { return false }
    return text.hasPrefix("/") && !text.hasPrefix("//")
  }

  private func expectNoSecret(in message: Message) {
    let text = String(reflecting: message)
    for secret in RandomWalk.secrets where secret.count > 2 {
      #expect(!text.contains(secret))
    }
  }
}
