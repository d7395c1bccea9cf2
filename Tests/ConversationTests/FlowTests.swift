import Secrets
import Testing

@testable import Accounts
@testable import Conversation

struct FlowTests {
  @Test func `a sign-up asks for username, password, repeat and review, then signs up`() {
    var talk = Talk()
    talk.say("octodog", "secret1", "secret1", "yes")
    #expect(
      talk.effects.prompts.map(\.question) == [
        .field(.username), .field(.password), .field(.repeated), .review,
      ])
    #expect(
      talk.said(.accepts) == [
        .usernameAvailable, .passwordAcceptable, .passwordRepeated, .mockSignedUp,
      ])
    #expect(talk.effects.outcome == .signedUp(Username("octodog")))
    #expect(talk.said(.says).last == .signedUpWithPage)
  }

  @Test func `a taken name is asked again`() {
    var talk = Talk(taken: ["octocat"])
    talk.say("octocat")
    #expect(talk.said(.refuses) == [.usernameTaken])
    #expect(talk.question == .field(.username))
    #expect(talk.conversation.outputs.validatedUsername == .failed([Message(.usernameTaken)]))
  }

  @Test func `an unknown availability is neither taken nor ok, and /retry is offered`() {
    var talk = Talk(unreachable: ["octodog"])
    talk.say("octodog")
    #expect(talk.said(.refuses) == [.serviceFailed])
    #expect(talk.said(.says).last == .retryHint)
    #expect(talk.conversation.outputs.validatedUsername == .failed([Message(.serviceFailed)]))
    talk.unreachable = []
    talk.say("/retry")
    #expect(talk.question == .field(.password))
  }

  @Test func `a name that is taken at sign-up is asked for again, and the other answers stay`() {
    var talk = Talk()
    talk.signUps = [.taken]
    talk.say("octodog", "secret1", "secret1", "yes")
    #expect(talk.question == .field(.username))
    #expect(talk.said(.refuses) == [.usernameTaken])
    talk.say("octofox")
    #expect(talk.question == .review)
    talk.say("yes")
    #expect(talk.effects.outcome == .signedUp(Username("octofox")))
    #expect(talk.effects.registrations.map(\.password) == [Secret("secret1"), Secret("secret1")])
  }

  @Test(arguments: ["1", "retry", "RETRY"])
  func `a failed sign-up offers a retry, by number or word`(answer: String) {
    var talk = Talk()
    talk.signUps = [.refused(.simulated)]
    talk.say("octodog", "secret1", "secret1", "yes")
    #expect(talk.question == .choice(.afterFailure))
    talk.say(answer)
    #expect(talk.effects.outcome == .signedUp(Username("octodog")))
  }

  @Test func `a sign-up with an unknown result says so and can be retried`() {
    var talk = Talk()
    talk.signUps = [.unknown(.timedOut)]
    talk.say("octodog", "secret1", "secret1", "yes")
    #expect(talk.said(.refuses) == [.serviceFailed])
    #expect(talk.said(.says).last == .signUpUnknown)
    talk.say("/retry")
    #expect(talk.effects.outcome == .signedUp(Username("octodog")))
  }

  @Test func `a new password asks only for the repeat again`() {
    var talk = Talk()
    talk.say("octodog", "secret1", "secret1", "/edit password", "secret2")
    #expect(talk.question == .field(.repeated))
    #expect(!talk.conversation.outputs.validatedPasswordRepeated.isValid)
    talk.say("secret2")
    #expect(talk.question == .review)
    #expect(talk.checked == ["octodog"])
  }

  @Test func `a new username re-runs only its own check`() {
    var talk = Talk()
    talk.say("octodog", "secret1", "secret1", "/edit username", "octofox")
    #expect(talk.question == .review)
    #expect(talk.checked == ["octodog", "octofox"])
  }

  @Test func `the service is not asked again about a known name`() {
    var talk = Talk(taken: ["octocat"])
    talk.say("octocat", "octocat", "octodog", "/back", "octodog")
    #expect(talk.checked == ["octocat", "octodog"])
    talk.say("/undo", "octocat", "/retry")
    #expect(talk.checked == ["octocat", "octodog", "octocat"])
  }

  @Test func `a name that invalidates the password leads back to it, with the reason`() {
    var talk = Talk(.strict)
    talk.say("someone", "octodog-octodog-x", "octodog-octodog-x")
    #expect(talk.question == .review)
    talk.say("/edit username", "octodog-octodog")
    #expect(talk.question == .field(.password))
    #expect(talk.said(.refuses) == [.passwordNearUsername])
  }

  @Test func `combine reports every broken rule`() {
    var talk = Talk(.combine)
    talk.say("ab", "abc")
    #expect(talk.said(.refuses) == [.passwordTooShort, .passwordNeedsCapital])
  }

  @Test func `simple asks for no repeat and ends with its own text`() {
    var talk = Talk(.simple)
    talk.say("octodog", "secret1", "yes")
    #expect(talk.said(.accepts).last == .wonderful)
  }

  @Test func `a sign-up that is not enabled is refused`() {
    var talk = Talk()
    talk.say("octodog")
    talk.send(.signUpRequested)
    #expect(talk.effects.registrations.isEmpty)
    #expect(talk.said(.refuses) == [.signUpNotReady])
    #expect(talk.question == .field(.password))
  }

  @Test func `F1 an empty line asks again, or keeps a valid answer`() {
    var talk = Talk()
    talk.say("")
    #expect(talk.question == .field(.username))
    talk.say("octodog", "")
    #expect(talk.question == .field(.password))
    talk.say("/back", "")
    #expect(talk.question == .field(.password))
    #expect(talk.conversation.draft.username == Username("octodog"))
  }

  @Test(arguments: [
    ("/back", nil), ("//back", "/back"), ("///back", "//back"), ("/backs", "/backs"),
    ("//x", "//x"), ("/", "/"), ("/edit username", nil), ("/secret", "/secret"),
  ])
  func `F36 a secret is taken verbatim unless it is exactly a command`(
    typed: String, taken: String?
  ) {
    let policy = Policy(
      name: "any", username: .init(rules: [], accepted: .reason(.usernameAcceptable)),
      password: .init(rules: [], accepted: .reason(.passwordAcceptable)))
    var talk = Talk(policy)
    talk.say("octodog", typed)
    #expect(talk.conversation.draft.password == taken.map { Secret($0) })
  }

  @Test func `F37 a differing repeat is asked for again, any number of times`() {
    var talk = Talk()
    talk.say("octodog", "secret1")
    for _ in 0..<50 { talk.say("secret2") }
    #expect(talk.question == .field(.repeated))
    #expect(talk.said(.refuses).count == 50)
    talk.say("secret1")
    #expect(talk.question == .review)
  }

  @Test func `control characters are refused before any rule is checked`() {
    var talk = Talk(.combine)
    talk.say("a\tb")
    #expect(talk.said(.refuses) == [.controlCharacter])
    talk.say("ab", "Secret\u{1B}1")
    #expect(talk.said(.refuses).last == .controlCharacter)
    #expect(talk.question == .field(.password))
  }
}
