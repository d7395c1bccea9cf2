import Accounts
import Secrets
import Testing

@testable import Conversation

/// Questions of the operator's own in a conversation.
struct OwnQuestionTests {
  static let form: Policy = {
    var policy = Policy.rxswift
    var email = FormQuestion(name: "email", ask: ["en": "E-mail address?"])
    (email.rule, email.label) = (.email, ["en": "E-mail"])
    var nick = FormQuestion(name: "nick", ask: ["en": "Nickname?"])
    (nick.isRequired, nick.length) = (false, 2...8)
    var shell = FormQuestion(name: "shell", ask: ["en": "Which shell?"])
    (shell.rule, shell.standard) = (.choices(["bash", "zsh"]), "bash")
    var terms = FormQuestion(name: "terms", ask: ["en": "Do you accept?"])
    terms.rule = .accepted
    policy.questions = [email, nick, shell, terms]
    return policy
  }()

  /// A conversation at the first question of the form's own.
  private func talk(_ options: ConversationOptions = ConversationOptions()) -> Talk {
    var talk = Talk(Self.form, options: options)
    talk.say("octodog", "secret1", "secret1")
    return talk
  }

  @Test
  func `the questions come between the repeat and the review, and their answers are signed up`() {
    var talk = talk()
    talk.say("ann@example.org", "annie", "2", "YES")
    #expect(talk.question == .review)
    talk.say("yes")
    #expect(
      talk.effects.registrations.first?.answers == [
        Answer("email", "ann@example.org"), Answer("nick", "annie"), Answer("shell", "zsh"),
        Answer("terms", "yes"),
      ])
    #expect(talk.effects.outcome == .signedUp(Username("octodog")))
  }

  @Test func `an empty line skips an optional question, and gives the usual answer`() {
    var talk = talk()
    talk.say("ann@example.org", "", "")
    #expect(talk.question == .field(.own("terms")))
    #expect(
      talk.conversation.draft.answers == ["email": "ann@example.org", "nick": "", "shell": "bash"])
    talk.say("yes", "yes")
    #expect(talk.effects.registrations.first?.answers.map(\.name) == ["email", "shell", "terms"])
  }

  @Test func `an empty line at a question that needs an answer asks again`() {
    var talk = talk()
    talk.say("")
    #expect(talk.question == .field(.own("email")))
    #expect(talk.said(.refuses).isEmpty)
  }

  @Test func `a refused answer is not kept, and its question is asked again`() {
    var talk = talk()
    talk.say("ann@example")
    #expect(talk.question == .field(.own("email")))
    #expect(talk.conversation.draft.answers.isEmpty)
    if case .failed = talk.conversation.outputs[.own("email")] {
    } else {
      Issue.record("\(talk.conversation.outputs)")
    }
  }

  @Test func `without acceptance, no one is signed up`() {
    var talk = talk()
    talk.say("ann@example.org", "", "", "no")
    #expect(talk.question == .field(.own("terms")))
    #expect(!talk.conversation.outputs.signupEnabled)
    talk.send(.signUpRequested)
    #expect(talk.effects.registrations.isEmpty)
  }

  @Test func `every answer can be edited by its name, undone and shown in the review`() {
    var talk = talk()
    talk.say("ann@example.org", "", "", "yes", "/edit email", "eve@example.org")
    #expect(talk.conversation.draft.answers["email"] == "eve@example.org")
    talk.say("/undo")
    #expect(talk.conversation.draft.answers["email"] == "ann@example.org")
    let rows = talk.conversation.reviewRows.suffix(4)
    #expect(
      rows.map(\.label).map(\.texts) == [
        ["en": "E-mail"], ["en": "nick"], ["en": "shell"], ["en": "terms"],
      ])
    #expect(
      rows.map(\.value) == [
        .text("ann@example.org"), .message(Message(.notGiven)), .text("bash"), .text("yes"),
      ])
  }

  @Test func `/back goes through the form's own questions`() {
    var talk = talk()
    talk.say("ann@example.org", "", "/back", "/back", "/back")
    #expect(talk.question == .field(.repeated))
  }

  @Test func `if no one is there to choose, only the questions that need an answer are asked`() {
    var talk = talk(ConversationOptions(isAttended: false))
    talk.say("ann@example.org")
    #expect(talk.question == .field(.own("shell")))
  }

  @Test func `a sign-in asks none of them`() {
    var talk = Talk(Self.form, options: ConversationOptions(flow: .signIn), taken: ["octodog"])
    talk.say("octodog", "secret1")
    #expect(talk.effects.outcome == .signedIn(Username("octodog")))
  }

  @Test func `what the service doesn't keep is said at the start`() {
    let some = ConversationOptions(unkeptAnswers: ["shell", "unknown"])
    let talk = Talk(Self.form, options: some)
    #expect(talk.said(.says) == [.hello, .answersNotKept])
    #expect(
      talk.effects.contains { effect in
        guard case .say(let utterance) = effect else { return false }
        return utterance.message.values["labels"] == .list([Self.form.label(of: .own("shell"))])
      })
    #expect(Talk(Self.form).said(.says) == [.hello])
    #expect(Talk(options: some).said(.says) == [.hello])
  }

  @Test func `a private key is refused at any question, and no message has any of it`() {
    var talk = talk()
    talk.say("ann@example.org")
    let effects = talk.say("-----BEGIN OPENSSH PRIVATE KEY-----")
    #expect(effects.keys(.refuses) == [.sshKeyIsPrivate])
    #expect(!String(reflecting: effects).contains("BEGIN OPENSSH"))
    #expect(talk.question == .field(.own("nick")))
    #expect(talk.conversation.draft.answers["nick"] == nil)
  }

  @Test(arguments: ["secret1", "it is secret1", "xsecret1y"])
  func `an answer that contains the password is refused, and shuts the gate`(answer: String) {
    var talk = talk()
    talk.say("ann@example.org")
    let effects = talk.say(answer)
    #expect(effects.keys(.refuses) == [.answerHasPassword])
    #expect(!String(reflecting: effects).contains("secret1"))
    #expect(talk.conversation.draft.answers["nick"] == nil)
    talk.send(.textEdited(.own("nick"), .text(answer)))
    #expect(talk.conversation.outputs[.own("nick")] == .failed([Message(.answerHasPassword)]))
    #expect(!talk.conversation.outputs.signupEnabled)
  }

  @Test func `a password that is changed to an earlier answer shuts the gate too`() {
    var talk = talk()
    talk.say("ann@example.org", "annie99", "", "yes", "/edit password", "annie99")
    #expect(!talk.conversation.outputs.signupEnabled)
    let effects = talk.say("annie99")
    #expect(talk.question == .field(.own("nick")))
    #expect(effects.keys(.refuses) == [.answerHasPassword])
    #expect(talk.effects.registrations.isEmpty)
  }

  @Test func `a long answer that was refused is offered again to be corrected`() {
    var talk = talk()
    let long = "ann@" + String(repeating: "a", count: 300) + ".example.org"
    talk.say(long)
    #expect(talk.effects.prompts.last?.initial == .text(long))
    talk.say("ann@example")
    #expect(talk.effects.prompts.last?.initial == nil)
  }

  @Test(arguments: [" ", "    "])
  func `spaces alone are no answer`(blank: String) {
    var talk = talk()
    talk.say("ann@example.org", blank)
    #expect(talk.said(.refuses) == [.tooShort])
    #expect(talk.question == .field(.own("nick")))
  }

  @Test func `an event for a field that the form doesn't have changes nothing`() {
    var talk = Talk()
    let before = talk.conversation.outputs
    talk.send(.textEdited(.own("email"), .text("ann@example.org")))
    #expect(talk.conversation.outputs == before)
    #expect(talk.question == .field(.username))
  }

  @Test func `the prompt says what an empty line means, and names the choices`() {
    var talk = talk()
    talk.say("ann@example.org", "", "/back", "")
    let hints = talk.effects.prompts.suffix(4).map { prompt -> [MessageKey] in
      guard case .list(let hints)? = prompt.message.values["hints"] else { return [] }
      return hints.map(\.key)
    }
    #expect(
      hints == [
        [.hintSkips], [.hintChoices, .hintMeans], [.hintSkips], [.hintChoices, .hintMeans],
      ])
  }

  @Test func `while a choice is being typed, its beginning is no mistake`() {
    var conversation = talk().conversation
    let field = Field.own("shell")
    func verdict(on text: String) -> LiveVerdict {
      _ = conversation.receive(.textEdited(field, .text(text)))
      return conversation.liveVerdict(on: field)
    }
    #expect(verdict(on: "") == .nothing)
    #expect(verdict(on: "ba") == .nothing)
    if case .ok = verdict(on: "bash") {} else { Issue.record("a choice is not accepted") }
    if case .failed = verdict(on: "tcsh") {} else { Issue.record("another word is accepted") }
  }
}
