import Accounts
import Secrets
import Testing

@testable import Conversation

/// The sign-in flow, where it differs from a sign-up.
struct SignInTests {
  private static func talk(
    _ signIns: SignInResult..., remembering: ConversationOptions.Remembering = .session,
    isAttended: Bool = true
  ) -> Talk {
    let options = ConversationOptions(
      flow: .signIn, remembering: remembering, isAttended: isAttended)
    var talk = Talk(options: options, taken: ["octocat"])
    talk.signIns = signIns
    return talk
  }

  @Test func `a taken name is accepted here, and an available one is refused`() {
    var talk = Self.talk()
    #expect(talk.say("octodog").keys(.refuses) == [.noSuchAccount])
    #expect(talk.question == .field(.username))
    #expect(talk.say("octocat").keys(.accepts) == [.accountFound])
    #expect(talk.question == .field(.password))
  }

  @Test func `after the password comes the sign-in, without repeat or review`() {
    var talk = Self.talk()
    let effects = talk.say("octocat", "secret1")
    #expect(effects.keys(.works) == [.validating, .signingIn])
    #expect(effects.keys(.accepts) == [.accountFound, .signedIn])
    #expect(talk.question == .remember)
    #expect(talk.conversation.outputs.signedUp)
  }

  @Test(arguments: [("yes", [MessageKey.remembered]), ("no", [.notRemembered])])
  func `a user is remembered only after a yes`(answer: String, said: [MessageKey]) {
    var talk = Self.talk()
    talk.say("octocat", "secret1")
    let effects = talk.say(answer)
    #expect(effects.keys(.says) == said)
    #expect(effects.outcome == .signedIn(Username("octocat")))
    #expect(talk.rememberedNames == (answer == "yes" ? ["octocat"] : []))
  }

  @Test func `a user who can't be remembered is signed in anyway, with a message`() {
    var talk = Self.talk()
    talk.canKeep = false
    let effects = talk.say("octocat", "secret1", "yes")
    #expect(effects.keys(.refuses) == [.rememberingFailed])
    #expect(effects.outcome == .signedIn(Username("octocat")))
  }

  @Test(arguments: [
    SignInResult.tooManyFailures(.seconds(9)), .refused(.service("no")),
    .unknown(.timedOut),
  ])
  func `F84 a password that was given for one name is not sent for another`(result: SignInResult) {
    var talk = Self.talk(result)
    talk.taken.insert("octodog")
    talk.say("octocat", "secret1", "/edit username")
    let effects = talk.say("octodog")
    #expect(!effects.keys(.works).contains(.signingIn))
    #expect(talk.question == .field(.password))
    #expect(talk.conversation.draft.password == nil)
    talk.say("/undo")
    #expect(talk.conversation.draft.username == Username("octocat"))
    #expect(talk.conversation.draft.password == Secret("secret1"))
  }

  @Test func `remembering is not offered if nothing can be stored`() {
    var talk = Self.talk(remembering: .nothing)
    #expect(talk.say("octocat", "secret1").outcome == .signedIn(Username("octocat")))
  }

  @Test(arguments: [
    (SignInResult.wrongCredentials, MessageKey.wrongCredentials),
    (.refused(.service("no")), .serviceRefused),
    (.tooManyFailures(.milliseconds(1500)), .tooManyFailures),
    (.tooManyFailures(.seconds(1), isOfMachine: true), .tooManyFailuresHere),
    (.unknown(.timedOut), .serviceFailed),
  ])
  func `F84 after a failure, the hidden password question comes next, never a visible one`(
    result: SignInResult, key: MessageKey
  ) {
    var talk = Self.talk(result)
    #expect(talk.say("octocat", "secret1").keys(.refuses) == [key])
    #expect(talk.question == .field(.password))
    #expect(talk.question?.isSecret == true)
    talk.say("/edit username", "octocat")
    let isWiped = result == .wrongCredentials
    #expect(talk.question == (isWiped ? .field(.password) : .remember))
  }

  @Test func `a wrong password is not an answer: undo reverts the change before it`() {
    var talk = Self.talk(.wrongCredentials)
    talk.say("octocat", "secret1")
    talk.say("/undo")
    #expect(talk.question == .field(.username))
    talk.say("/redo")
    #expect(talk.question == .field(.password))
    #expect(talk.conversation.draft.password == nil)
  }

  @Test func `a sign-in without anyone to choose offers nothing`() {
    var talk = Self.talk(isAttended: false)
    #expect(talk.say("octocat", "secret1").outcome == .signedIn(Username("octocat")))
  }

  @Test func `a wait is given in whole seconds, rounded up`() {
    var talk = Self.talk(.tooManyFailures(.milliseconds(1500)))
    let effects = talk.say("octocat", "secret1")
    let message = Message(.tooManyFailures, ["seconds": .count(2)])
    #expect(effects.contains(.say(Utterance(.refuses, message))))
  }

  @Test func `a wait stays with its question until the service checks a sign-in again`() {
    var talk = Self.talk(
      .tooManyFailures(.seconds(9)), .tooManyFailures(.seconds(5)), .wrongCredentials)
    let first = talk.say("octocat", "secret1").prompts.last?.pause
    #expect(first?.length == .seconds(9))
    #expect(talk.say("/help").prompts.last?.pause == first)
    #expect(talk.say("/edit username").prompts.last?.pause == nil, "another question's answer")
    #expect(talk.say("/edit password").prompts.last?.pause == first)
    let second = talk.say("secret1").prompts.last?.pause
    #expect(second?.length == .seconds(5) && second?.call != first?.call)
    #expect(talk.say("secret1").prompts.last?.pause == nil)
  }

  @Test(arguments: [false, true])
  func `a wait for one name does not apply to others, unless it is for all`(isOfMachine: Bool) {
    let slowed = SignInResult.tooManyFailures(.seconds(9), isOfMachine: isOfMachine)
    var talk = Self.talk(slowed)
    talk.taken.insert("octodog")
    talk.say("octocat", "secret1", "/restart")
    let pause = talk.say("octodog").prompts.last?.pause
    #expect((pause != nil) == isOfMachine)
  }

  @Test func `a wrong password is wiped, and /retry asks for another`() {
    var talk = Self.talk(.wrongCredentials)
    talk.say("octocat", "secret1")
    #expect(talk.conversation.draft.password == nil)
    #expect(talk.say("/retry").keys(.says).contains(.nothingToRetry))
    #expect(talk.question == .field(.password))
    talk.say("secret2")
    #expect(talk.question == .remember)
  }

  @Test func `a sign-in that could not be asked is retried with the same answers`() {
    var talk = Self.talk(.unknown(.unreachable), .unknown(.unreachable))
    talk.say("octocat", "secret1")
    let retried = talk.say("/retry")
    #expect(retried.keys(.works) == [.signingIn])
    #expect(retried.keys(.says).contains(.retryingSignIn))
    #expect(talk.say("").keys(.works) == [.signingIn])
    #expect(talk.question == .remember)
  }

  @Test func `an interrupt cancels a sign-in, and its result is ignored`() throws {
    var conversation = Conversation(
      policy: .moya, vocabulary: .english,
      options: ConversationOptions(flow: .signIn, remembering: .session))
    _ = conversation.receive(.started)
    _ = conversation.receive(.lineEntered(.text("octocat")))
    let effects = conversation.receive(.lineEntered(.secret(Secret("secret1"))))
    var call: CheckID?
    for case .signIn(_, let id) in effects { call = id }
    let id = try #require(call)
    let given = conversation.receive(.interrupted)
    #expect(given.contains(.cancel(id)) && given.keys(.says) == [.signInCancelled])
    let late = SignInResult.signedIn(Receipt(page: nil))
    #expect(conversation.receive(.signInFinished(id, late)) == [])
    #expect(conversation.question == .field(.password))
  }

  @Test func `a program can't sign in with invalid answers`() {
    var talk = Self.talk()
    talk.send(.textEdited(.username, .text("octodog")))
    let effects = talk.send(.signUpRequested)
    #expect(effects.keys(.refuses) == [.signInNotReady])
    #expect(!effects.contains { if case .signIn = $0 { true } else { false } })
  }

  @Test func `a remembered user is offered again, and looked up once accepted`() {
    let options = ConversationOptions(flow: .signIn, remembered: Username("octocat"))
    var talk = Talk(options: options, taken: ["octocat"])
    #expect(talk.effects.prompts.last?.message.key == .askUsernameAgain)
    #expect(talk.say("").keys(.accepts) == [.accountFound])
    #expect(talk.question == .field(.password))
  }
}

/// The offer to sign in after a sign-up.
struct SignInOfferTests {
  private static func signedUp(_ signIns: SignInResult...) -> Talk {
    var talk = Talk(options: ConversationOptions(offersSignIn: true, remembering: .session))
    talk.signIns = signIns
    talk.say("octodog", "secret1", "secret1", "yes")
    return talk
  }

  @Test func `a yes signs in with the answers just given`() {
    var talk = Self.signedUp()
    #expect(talk.question == .offer)
    let effects = talk.say("yes")
    #expect(effects.contains { if case .signIn = $0 { true } else { false } })
    #expect(talk.question == .remember)
    #expect(talk.say("no").outcome == .signedIn(Username("octodog")))
  }

  @Test func `a no, the end of input and /quit leave the user signed up`() {
    for event in [Event.lineEntered(.text("no")), .inputEnded, .lineEntered(.text("/quit"))] {
      var talk = Self.signedUp()
      #expect(talk.send(event).outcome == .signedUp(Username("octodog")))
    }
  }

  @Test func `a failure asks the offer again`() {
    var talk = Self.signedUp(.unknown(.timedOut), .wrongCredentials)
    #expect(talk.say("yes").keys(.refuses) == [.serviceFailed])
    #expect(talk.question == .offer)
    talk.say("yes")
    #expect(talk.question == .offer)
    talk.say("yes")
    #expect(talk.question == .remember)
  }

  @Test(arguments: ["/back", "/undo", "/redo", "/edit", "/edit username", "/retry", "/restart"])
  func `nothing can be changed any more`(command: String) {
    var talk = Self.signedUp()
    let draft = talk.conversation.draft
    #expect(talk.say(command).keys(.refuses) == [.alreadySignedUp])
    #expect(talk.question == .offer && talk.conversation.draft == draft)
    talk.say("yes")
    #expect(talk.say(command).keys(.refuses) == [.alreadySignedIn])
    #expect(talk.question == .remember && talk.conversation.draft == draft)
  }
}
