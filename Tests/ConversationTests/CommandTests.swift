import Accounts
import Secrets
import Testing

@testable import Conversation

struct CommandTests {
  /// Returns a conversation that has reached a question.
  static func talk(at question: Question) -> Talk {
    var talk = Talk()
    switch question {
    case .field(.username): break
    case .field(.password): talk.say("octodog")
    case .field(.repeated): talk.say("octodog", "secret1")
    // A policy of the operator asks its own questions where this one asks for the review.
    case .review, .field(.own): talk.say("octodog", "secret1", "secret1")
    case .offer:
      talk = Talk(options: ConversationOptions(offersSignIn: true))
      talk.say("octodog", "secret1", "secret1", "yes")
    case .remember:
      talk = Talk(
        options: ConversationOptions(flow: .signIn, remembering: .session), taken: ["octodog"])
      talk.say("octodog", "secret1")
    case .choice(.afterFailure):
      talk.signUps = [.refused(.simulated)]
      talk.say("octodog", "secret1", "secret1", "yes")
    case .choice(.afterNo): talk.say("octodog", "secret1", "secret1", "no")
    case .choice(.editWhich): talk.say("octodog", "secret1", "secret1", "/edit")
    }
    return talk
  }

  static let questions: [Question] =
    Field.builtIn.map { .field($0) } + [.review] + Choice.allCases.map { .choice($0) }

  @Test(arguments: questions)
  func `each test starts at its question`(question: Question) {
    #expect(Self.talk(at: question).question == question)
  }

  @Test(arguments: [
    (questions[0], questions[0]), (questions[1], questions[0]), (questions[2], questions[1]),
    (questions[3], questions[2]), (questions[4], questions[3]), (questions[5], questions[3]),
    (questions[6], questions[3]),
  ])
  func `back goes to the previous question`(from: Question, to: Question) {
    var talk = Self.talk(at: from)
    talk.say("/back")
    #expect(talk.question == to)
  }

  @Test(arguments: questions)
  func `help, review and open ask the same question again`(question: Question) {
    for command in ["/help", "/review", "/open"] {
      var talk = Self.talk(at: question)
      let effects = talk.say(command)
      #expect(!effects.keys(.says).isEmpty)
      #expect(talk.question == question)
      #expect(effects.prompts.count == 1)
    }
  }

  @Test(arguments: questions)
  func `quit ends the conversation at any question without signing up`(question: Question) {
    var talk = Self.talk(at: question)
    talk.say("/quit")
    #expect(talk.effects.outcome == .quit(question))
  }

  @Test(arguments: questions)
  func `restart discards all answers, and undo restores them`(question: Question) {
    var talk = Self.talk(at: question)
    let draft = talk.conversation.draft
    talk.say("/restart")
    #expect(talk.conversation.draft.isEmpty)
    #expect(talk.question == .field(.username))
    guard !draft.isEmpty else { return }
    talk.say("/undo")
    #expect(talk.conversation.draft == draft)
    #expect(talk.question == question)
  }

  @Test func `undo goes back one change at a time, and redo forward again`() {
    var talk = Self.talk(at: .review)
    let full = talk.conversation.draft
    talk.say("/undo")
    #expect(talk.question == .field(.repeated))
    talk.say("/undo")
    #expect(talk.question == .field(.password))
    talk.say("/undo")
    #expect(talk.question == .field(.username))
    #expect(talk.conversation.draft.isEmpty)
    talk.say("/undo")
    #expect(talk.said(.says).last == .nothingToUndo)
    talk.say("/redo", "/redo", "/redo")
    #expect(talk.conversation.draft == full)
    #expect(talk.question == .review)
    talk.say("/redo")
    #expect(talk.said(.says).last == .nothingToRedo)
  }

  @Test func `a new change after undo empties the redo list`() {
    var talk = Self.talk(at: .field(.password))
    talk.say("/undo", "octofox", "/redo")
    #expect(talk.said(.says).last == .nothingToRedo)
    #expect(talk.conversation.draft.username == Username("octofox"))
  }

  @Test func `the same answer again is not a change`() {
    var talk = Self.talk(at: .field(.password))
    talk.say("/back", "octodog", "/undo")
    #expect(talk.conversation.draft.isEmpty)
  }

  @Test func `an unknown command suggests the nearest one and changes nothing`() {
    var talk = Self.talk(at: .review)
    let draft = talk.conversation.draft
    let effects = talk.say("/unod")
    let values: Message.Values = ["typed": .text("/unod"), "nearest": .text("/undo")]
    #expect(effects.first == .say(Utterance(.refuses, Message(.unknownCommand, values))))
    #expect(talk.conversation.draft == draft)
    #expect(talk.question == .review)
  }

  @Test func `edit with an unknown field lists what can be edited`() {
    var talk = Self.talk(at: .review)
    #expect(talk.say("/edit hair").keys(.refuses) == [.editWhat])
  }

  @Test func `edit without a field asks which one, by number or word`() {
    for answer in ["2", "password"] {
      var talk = Self.talk(at: .choice(.editWhich))
      talk.say(answer)
      #expect(talk.question == .field(.password))
    }
  }

  @Test func `a field can be edited only if the earlier ones are valid`() {
    var talk = Talk()
    #expect(talk.say("/edit password").keys(.refuses) == [.usernameFirst])
    #expect(talk.say("/edit repeat").keys(.refuses) == [.usernameFirst])
    #expect(talk.question == .field(.username))
    talk.say("octodog")
    #expect(talk.say("/edit repeat").keys(.refuses) == [.passwordFirst])
  }

  @Test func `back works after a refused answer`() {
    var talk = Self.talk(at: .field(.password))
    talk.say("abc", "/back")
    #expect(talk.question == .field(.username))
    #expect(!talk.conversation.outputs.validatedPassword.isValid)
  }

  @Test func `back keeps a half-typed answer`() {
    var talk = Self.talk(at: .field(.username))
    talk.say("octodog", "/back")
    talk.send(.commandGiven(.review, halfTyped: nil))
    talk.send(.commandGiven(.edit(.username), halfTyped: .text("octof")))
    #expect(talk.effects.prompts.last?.initial == .text("octof"))
    #expect(talk.conversation.draft.username == Username("octodog"))
  }

  @Test func `the review shows secrets as a fixed number of dots`() {
    var talk = Self.talk(at: .review)
    let effects = talk.say("/review")
    #expect(effects.keys(.says) == [.reviewAnswer, .reviewAnswer, .reviewAnswer])
    guard case .say(let password) = effects[1] else { return #expect(Bool(false)) }
    #expect(password.message.values["value"] == .message(Message(.secretDots)))
  }

  @Test(arguments: questions)
  func `F3 the end of input reports the question and creates nothing`(question: Question) {
    var talk = Self.talk(at: question)
    let before = talk.effects.registrations.count
    let outcome = talk.send(.inputEnded).outcome
    let expected: Outcome =
      question == .choice(.afterFailure) ? .refused(question) : .incomplete(question)
    #expect(outcome == expected)
    #expect(talk.effects.registrations.count == before)
  }

  @Test func `retry says so if there is nothing to retry`() {
    var talk = Talk()
    #expect(talk.say("/retry").keys(.says) == [.nothingToRetry])
  }
}
