import Accounts
import Testing

@testable import Conversation

/// What the bot says and does if a service can't give an answer, for each reason.
struct ServiceReasonTests {
  private static func checked(_ reason: UnknownReason) throws -> (Conversation, [Effect]) {
    var conversation = LiveTests.started()
    let effects = conversation.receive(.lineEntered(.text("octodog")))
    let (_, id, _) = try #require(LiveTests.check(in: effects))
    let news = conversation.receive(.checkFinished(id, .unknown(reason)))
    return (conversation, news)
  }

  @Test(arguments: UnknownReason.allCases)
  func `a check that failed says so, says why, and offers /retry`(
    reason: UnknownReason
  ) throws {
    let (conversation, effects) = try Self.checked(reason)
    #expect(effects.keys(.refuses) == [reason.headline])
    #expect(effects.keys(.says) == [reason.explanation, .retryHint].compactMap { $0 })
    #expect(conversation.question == .field(.username))
  }

  @Test func `every reason except unreachable has words of its own`() {
    let words = UnknownReason.allCases.map { $0.explanation ?? $0.headline }
    #expect(Set(words).count == UnknownReason.allCases.count)
    #expect(UnknownReason.unreachable.explanation == nil)
  }

  @Test(arguments: [UnknownReason.storeBusy, .storeFailed])
  func `a local store is not reported as a server that can't be contacted`(
    reason: UnknownReason
  ) throws {
    let (conversation, effects) = try Self.checked(reason)
    #expect(!effects.keys(.refuses).contains(.serviceFailed))
    #expect(
      conversation.outputs.validatedUsername == .failed([Message(reason.headline)]))
    #expect(!Self.signedUp(.unknown(reason)).said(.refuses).contains(.serviceFailed))
  }

  @Test(arguments: UnknownReason.allCases)
  func `F61 the end of input tells operator from network problems`(reason: UnknownReason) throws {
    var (conversation, _) = try Self.checked(reason)
    let wanted: Outcome =
      [.unauthorized, .libraryMissing, .storeFailed].contains(reason)
      ? .unusable(.field(.username)) : .unreachable(.field(.username))
    #expect(conversation.receive(.inputEnded).outcome == wanted)
  }

  private static func signedUp(_ result: SignUpResult) -> Talk {
    var talk = Talk()
    talk.signUps = [result]
    talk.say("octodog", "secret1", "secret1", "yes")
    return talk
  }

  @Test func `a sign-up that was not asked for leaves no doubt`() {
    var talk = Self.signedUp(.notAsked(.badCertificate))
    #expect(talk.said(.refuses) == [.serviceFailed])
    #expect(talk.said(.says).contains(.badCertificate))
    #expect(!talk.said(.says).contains(.signUpUnknown))
    #expect(talk.say("quit").keys(.says) == [.goodbye])
  }

  @Test func `a sign-up whose answer was lost leaves a doubt until the end`() {
    var talk = Self.signedUp(.unknown(.timedOut))
    #expect(talk.said(.says).contains(.signUpUnknown))
    #expect(talk.say("quit").keys(.says) == [.goodbyeUnknown])
  }

  @Test func `the outcome at the end of input after a failed sign-up depends on the reason`() {
    for result in [SignUpResult.notAsked(.storeFailed), .unknown(.unauthorized)] {
      var talk = Self.signedUp(result)
      #expect(talk.send(.inputEnded).outcome == .unusable(.choice(.afterFailure)))
    }
    var talk = Self.signedUp(.notAsked(.storeBusy))
    #expect(talk.send(.inputEnded).outcome == .unreachable(.choice(.afterFailure)))
  }
}

/// Notices from a service during a call.
struct ServiceNoticeTests {
  private static let waits = Message(.waitsForService, ["seconds": .count(7)])

  @Test func `a notice is shown until its call ends`() throws {
    var conversation = LiveTests.started()
    let effects = conversation.receive(.lineEntered(.text("octodog")))
    let (_, id, _) = try #require(LiveTests.check(in: effects))
    #expect(conversation.notice == nil)
    #expect(conversation.receive(.serviceNoted(id, Self.waits)) == [.outputsChanged])
    #expect(conversation.notice == Self.waits)
    _ = conversation.receive(.checkFinished(id, .available))
    #expect(conversation.notice == nil)
  }

  @Test func `a notice during typing replaces the verdict`() throws {
    var conversation = LiveTests.started()
    let effects = conversation.receive(.textEdited(.username, .text("octodog")))
    let (_, id, _) = try #require(LiveTests.check(in: effects))
    _ = conversation.receive(.serviceNoted(id, Self.waits))
    #expect(conversation.liveVerdict == .underWay(Self.waits))
    _ = conversation.receive(.textEdited(.username, .text("octodogs")))
    #expect(conversation.liveVerdict == .underWay(Message(.validating)))
  }

  @Test func `a notice from a cancelled call is not shown`() throws {
    var conversation = LiveTests.started()
    let effects = conversation.receive(.textEdited(.username, .text("octodog")))
    let (_, id, _) = try #require(LiveTests.check(in: effects))
    _ = conversation.receive(.textEdited(.username, .text("octodogs")))
    #expect(conversation.receive(.serviceNoted(id, Self.waits)) == [])
    #expect(conversation.notice == nil)
  }
}

/// The bot can't be used to list who has an account.
struct ManyChecksTests {
  @Test func `after 20 names it says once that checks become slower`() {
    let names = (1...25).map { "name\($0)" }
    var talk = Talk(taken: Set(names))
    for name in names.prefix(20) { talk.say(name) }
    #expect(!talk.said(.says).contains(.checksSlowed))
    let effects = talk.say(names[20])
    #expect(effects.keys(.says).first == .checksSlowed)
    for name in names.suffix(4) { talk.say(name) }
    #expect(talk.said(.says).count { $0 == .checksSlowed } == 1)
  }

  @Test func `names that were checked during typing count when they are entered`() throws {
    var talk = Talk(taken: ["octocat"])
    for _ in 0..<20 {
      talk.send(.textEdited(.username, .text("octocat")))
      talk.say("octocat", "/retry")
    }
    #expect(talk.said(.says).contains(.checksSlowed))
  }

  @Test func `names that break a rule and names already known are not counted`() {
    var talk = Talk(taken: ["octocat"])
    for _ in 0..<30 { talk.say("octo cat", "octocat") }
    #expect(!talk.said(.says).contains(.checksSlowed))
  }
}
