import Accounts
import Secrets
import Testing

@testable import Conversation

/// Typing, checks in progress, and what a program without a terminal sees.
struct LiveTests {
  static func started(_ policy: Policy = .rxswift) -> Conversation {
    var conversation = Conversation(policy: policy, vocabulary: .english)
    _ = conversation.receive(.started)
    return conversation
  }

  static func check(in effects: [Effect]) -> (Username, CheckID, Bool)? {
    for case .check(let username, let id, let debounced) in effects {
      return (username, id, debounced)
    }
    return nil
  }

  @Test func `a program reaches all six outputs just by sending edits`() throws {
    var conversation = Self.started()
    let typed = conversation.receive(.textEdited(.username, .text("octodog")))
    let (username, id, debounced) = try #require(Self.check(in: typed))
    #expect(username == Username("octodog"))
    #expect(debounced)
    #expect(conversation.outputs.validatedUsername == .validating)
    _ = conversation.receive(.checkFinished(id, .available))
    #expect(conversation.outputs.validatedUsername == .ok(Message(.usernameAvailable)))
    _ = conversation.receive(.textEdited(.password, .secret(Secret("secret1"))))
    _ = conversation.receive(.textEdited(.repeated, .secret(Secret("secret2"))))
    #expect(
      conversation.outputs.validatedPasswordRepeated == .failed([Message(.passwordDifferent)]))
    #expect(!conversation.outputs.signupEnabled)
    _ = conversation.receive(.textEdited(.repeated, .secret(Secret("secret1"))))
    #expect(conversation.outputs.signupEnabled)
    let effects = conversation.receive(.signUpRequested)
    #expect(effects.registrations.map(\.username) == [Username("octodog")])
    #expect(conversation.outputs.signingUp)
    #expect(!conversation.outputs.signupEnabled)
  }

  @Test func `further typing cancels the current check, whose result never appears`() throws {
    var conversation = Self.started()
    let first = try #require(
      Self.check(in: conversation.receive(.textEdited(.username, .text("octodog")))))
    let effects = conversation.receive(.textEdited(.username, .text("octodogs")))
    #expect(effects.contains(.cancel(first.1)))
    #expect(conversation.receive(.checkFinished(first.1, .taken)).isEmpty)
    #expect(conversation.outputs.validatedUsername == .validating)
  }

  @Test func `F64 a cancelled sign-up can be retried, and its result stays unknown`() throws {
    var talk = Talk()
    talk.say("octodog", "secret1", "secret1")
    let begun = talk.conversation.receive(.lineEntered(.text("yes")))
    #expect(begun.registrations.count == 1)
    #expect(talk.conversation.receive(.interrupted).keys(.says) == [.signUpCancelled])
    let again = talk.conversation.receive(.lineEntered(.text("/retry")))
    #expect(again.registrations == begun.registrations)
    _ = talk.conversation.receive(.interrupted)
    #expect(
      talk.conversation.receive(.lineEntered(.text("/quit"))).keys(.says) == [.goodbyeUnknown])
  }

  @Test func `F44 input that ends during a sign-up leaves the result unknown, and says so`() {
    var talk = Talk()
    talk.say("octodog", "secret1", "secret1")
    #expect(talk.conversation.consequence == .nothing)
    _ = talk.conversation.receive(.lineEntered(.text("yes")))
    #expect(talk.conversation.consequence == .signingUp(Username("octodog")))
    #expect(talk.conversation.receive(.inputEnded).keys(.says) == [.signUpCancelled])
    #expect(talk.conversation.outcome == .incomplete(.review))
    #expect(talk.conversation.consequence == .maybeSignedUp(Username("octodog")))
  }

  @Test func `a name that breaks a rule is judged at once, and the service is not asked`() {
    var conversation = Self.started()
    let effects = conversation.receive(.textEdited(.username, .text("octo dog")))
    #expect(Self.check(in: effects) == nil)
    #expect(
      conversation.outputs.validatedUsername
        == .failed([Message(.usernameNeedsLettersAndDigits)]))
  }

  @Test func `a command that is being typed is not an answer`() {
    var conversation = Self.started()
    _ = conversation.receive(.textEdited(.username, .text("/ba")))
    #expect(conversation.outputs.validatedUsername == .empty)
  }

  @Test func `entering the line takes over the live check and ends its debounce`() throws {
    var conversation = Self.started()
    let live = try #require(
      Self.check(in: conversation.receive(.textEdited(.username, .text("octodog")))))
    let effects = conversation.receive(.lineEntered(.text("octodog")))
    #expect(effects == [.say(Utterance(.works, Message(.validating))), .hurry(live.1)])
    #expect(conversation.outputs.validatedUsername == .validating)
    let answered = conversation.receive(.checkFinished(live.1, .available))
    #expect(answered.keys(.accepts) == [.usernameAvailable])
    #expect(conversation.question == .field(.password))
  }

  @Test func `entering a different line checks that line instead`() throws {
    var conversation = Self.started()
    let live = try #require(
      Self.check(in: conversation.receive(.textEdited(.username, .text("octodog")))))
    let effects = conversation.receive(.lineEntered(.text("octofox")))
    #expect(effects.contains(.cancel(live.1)))
    let check = try #require(Self.check(in: effects))
    #expect(check.0 == Username("octofox"))
    #expect(!check.2)
  }

  /// The output must equal that of a transcript with the same lines, with or without live verdicts.
  @Test(arguments: [Availability.available, .taken, .unknown(.timedOut)])
  func `a result that arrived during typing is shown at Enter, without another check`(
    availability: Availability
  ) throws {
    var live = Self.started()
    let typed = try #require(
      Self.check(in: live.receive(.textEdited(.username, .text("octodog")))))
    _ = live.receive(.checkFinished(typed.1, availability))
    let effects = live.receive(.lineEntered(.text("octodog")))
    #expect(Self.check(in: effects) == nil)
    var plain = Self.started()
    let asked = plain.receive(.lineEntered(.text("octodog")))
    let id = try #require(Self.check(in: asked)).1
    let said = asked + plain.receive(.checkFinished(id, availability))
    #expect(effects == said.filter { if case .check = $0 { false } else { true } })
    #expect(live.question == plain.question)
    #expect(live.draft == plain.draft)
  }

  @Test func `a name whose check failed during typing is checked when it is entered again`()
    throws
  {
    var conversation = Self.started()
    let typed = try #require(
      Self.check(in: conversation.receive(.textEdited(.username, .text("octodog")))))
    _ = conversation.receive(.checkFinished(typed.1, .unknown(.timedOut)))
    _ = conversation.receive(.lineEntered(.text("octodog")))
    #expect(Self.check(in: conversation.receive(.lineEntered(.text("octodog")))) != nil)
  }

  @Test func `an interrupt cancels a check that was taken over`() throws {
    var conversation = Self.started()
    let live = try #require(
      Self.check(in: conversation.receive(.textEdited(.username, .text("octodog")))))
    _ = conversation.receive(.lineEntered(.text("octodog")))
    #expect(conversation.receive(.interrupted).first == .cancel(live.1))
  }

  @Test func `typing changes neither the draft nor what can be undone`() throws {
    var conversation = Self.started()
    _ = conversation.receive(.textEdited(.username, .text("octodog")))
    #expect(conversation.draft.isEmpty)
    _ = conversation.receive(.textEdited(.username, .text("")))
    let effects = conversation.receive(.commandGiven(.back, halfTyped: nil))
    #expect(effects.prompts.first?.initial == nil)
    let undone = conversation.receive(.commandGiven(.undo, halfTyped: nil))
    #expect(undone.keys(.says) == [.nothingToUndo])
  }

  @Test func `the service is not asked about a control character`() {
    var policy = Policy.rxswift
    policy.username.rules = []
    var conversation = Self.started(policy)
    #expect(
      Self.check(in: conversation.receive(.textEdited(.username, .text("a\u{7}b")))) == nil)
  }

  @Test func `lines that are typed during a check are not answers`() throws {
    var conversation = Self.started()
    _ = conversation.receive(.lineEntered(.text("octodog")))
    #expect(conversation.receive(.lineEntered(.text("octofox"))).isEmpty)
    #expect(conversation.outputs.validatedUsername == .validating)
  }

  @Test func `an interrupt cancels a check and asks again with the name on the line`() throws {
    var conversation = Self.started()
    let check = try #require(
      Self.check(in: conversation.receive(.lineEntered(.text("octodog")))))
    let effects = conversation.receive(.interrupted)
    #expect(effects.first == .cancel(check.1))
    #expect(effects.prompts.first?.initial == .text("octodog"))
    #expect(conversation.receive(.checkFinished(check.1, .available)).isEmpty)
    #expect(conversation.draft.isEmpty)
  }

  @Test func `a name whose check was cancelled is not checked again until it is edited`() throws {
    var conversation = Self.started()
    _ = conversation.receive(.lineEntered(.text("octodog")))
    _ = conversation.receive(.interrupted)
    func check(_ text: String) -> (Username, CheckID, Bool)? {
      Self.check(in: conversation.receive(.textEdited(.username, .text(text))))
    }
    #expect(check("octodog") == nil, "the line as it is shown again")
    #expect(check("octodogs") != nil)
    #expect(check("octodog") != nil)
    _ = conversation.receive(.lineEntered(.text("octodog")))
    _ = conversation.receive(.interrupted)
    #expect(Self.check(in: conversation.receive(.lineEntered(.text("octodog")))) != nil)
  }

  @Test func `an interrupt cancels a sign-up and returns to the review`() throws {
    var conversation = Self.started(.simple)
    _ = conversation.receive(.lineEntered(.text("octodog")))
    _ = conversation.receive(.lineEntered(.secret(Secret("secret1"))))
    let effects = conversation.receive(.lineEntered(.text("yes")))
    guard case .signUp(_, let id)? = effects.last else { return #expect(Bool(false)) }
    #expect(conversation.receive(.interrupted).first == .cancel(id))
    #expect(conversation.question == .review)
    let late = SignUpResult.signedUp(Receipt(page: nil, isSimulated: true))
    #expect(conversation.receive(.signUpFinished(id, late)).isEmpty)
  }

  @Test func `an interrupt at a question ends the conversation`() {
    var conversation = Self.started()
    #expect(conversation.receive(.interrupted).outcome == .interrupted(.field(.username)))
  }

  @Test func `simple leaves the password empty until the username is ok`() {
    var conversation = Self.started(.simple)
    _ = conversation.receive(.textEdited(.password, .secret(Secret("secret1"))))
    #expect(conversation.outputs.validatedPassword == .empty)
    _ = conversation.receive(.textEdited(.username, .text("octodog")))
    #expect(conversation.outputs.validatedPassword.isValid)
    #expect(conversation.outputs.signupEnabled)
  }

  @Test func `the outputs report a refused password even though it is wiped`() {
    var conversation = Self.started(.simple)
    _ = conversation.receive(.lineEntered(.text("octodog")))
    _ = conversation.receive(.lineEntered(.secret(Secret("abc"))))
    let limit: Message.Values = ["limit": .count(5)]
    #expect(
      conversation.outputs.validatedPassword == .failed([Message(.passwordHasToBeLonger, limit)]))
    #expect(conversation.draft.password == nil)
  }

  @Test func `events after the end are ignored`() {
    var conversation = Self.started()
    _ = conversation.receive(.inputEnded)
    #expect(conversation.receive(.lineEntered(.text("octodog"))).isEmpty)
    #expect(conversation.receive(.interrupted).isEmpty)
  }
}
