import Accounts
import Secrets
import Testing

@testable import Conversation

/// What is shown about an answer while it is typed.
struct LiveVerdictTests {
  private static func verdict(
    _ policy: Policy, password: String, username: String = "bernardshaw"
  ) -> LiveVerdict {
    var conversation = LiveTests.started(policy)
    conversation.draft.username = Username(username)
    return Secret(password).withUTF8Text { conversation.liveVerdict(on: $0, for: .password) }
  }

  private static func verdict(
    _ policy: Policy, repeated: String, password: String
  ) -> LiveVerdict {
    var conversation = LiveTests.started(policy)
    conversation.draft.password = Secret(password)
    return Secret(repeated).withUTF8Text { conversation.liveVerdict(on: $0, for: .repeated) }
  }

  private static func strict(_ long: Bool, _ uncommon: Bool, _ unlike: Bool) -> LiveVerdict {
    .checklist([
      Requirement(Message(.needsCharacters, ["limit": .count(15)]), isMet: long),
      Requirement(Message(.needsUncommon), isMet: uncommon),
      Requirement(Message(.needsUnlikeUsername), isMet: unlike),
    ])
  }

  @Test func `a password's rules are ticked off one by one`() {
    #expect(Self.verdict(.strict, password: "b") == Self.strict(false, true, true))
    #expect(Self.verdict(.strict, password: "long") == Self.strict(false, true, true))
    #expect(Self.verdict(.strict, password: "password") == Self.strict(false, false, true))
    #expect(Self.verdict(.strict, password: "bernardshaw") == Self.strict(false, true, false))
    #expect(
      Self.verdict(.strict, password: "passwordpassword") == Self.strict(true, false, true))
    #expect(
      Self.verdict(.strict, password: "bernardshawbernardshaw") == Self.strict(true, true, false))
    #expect(
      Self.verdict(.strict, password: "a long way from home") == .ok(Message(.passwordAcceptable)))
  }

  @Test func `an upper limit is listed only once it is broken`() {
    let long = String(repeating: "ab", count: 129)
    let limit = Message(.needsFewerCharacters, ["limit": .count(256)])
    guard case .checklist(let rules) = Self.verdict(.strict, password: long) else {
      return #expect(Bool(false))
    }
    #expect(rules.contains(Requirement(limit, isMet: false)))
  }

  @Test func `alternative rules are a single item`() {
    let either = Message(
      .needsEither,
      [
        "first": .message(Message(.needsCharacters, ["limit": .count(15)])),
        "second": .message(
          Message(
            .needsTogether,
            [
              "first": .message(Message(.needsCharacters, ["limit": .count(8)])),
              "rest": .list([Message(.needsDigit), Message(.needsLowercase)]),
            ])),
      ])
    #expect(
      Self.verdict(.github, password: "abc") == .checklist([Requirement(either, isMet: false)]))
    #expect(Self.verdict(.github, password: "abcdefg1") == .ok(Message(.passwordAcceptable)))
  }

  @Test func `a policy's rules are described in its own words, or in the catalogue's`() throws {
    let json = """
      {"name": "own", "username": {"rules": []}, "password": {"rules": [
        {"test": "minimum", "limit": 3, "refusal": {"en": "At least {limit} runes"}},
        {"test": "only", "kinds": ["asciiDigits"], "refusal": "invalidPassword"},
        {"test": "minimum", "limit": 9, "unit": "bytes", "refusal": "passwordTooShort"}]}}
      """
    let policy = try Policy(json: Array(json.utf8))
    let expected: LiveVerdict = .checklist([
      Requirement(
        Message(.custom, ["limit": .count(3)], texts: ["en": "At least {limit} runes"]),
        isMet: false),
      Requirement(Message(.invalidPassword), isMet: false),
      Requirement(Message(.needsBytes, ["limit": .count(9)]), isMet: false),
    ])
    #expect(Self.verdict(policy, password: "a") == expected)
  }

  @Test(arguments: ["", "/", "/b", "/back", "/edit pass"])
  func `text that may become a command is not judged`(typed: String) {
    #expect(Self.verdict(.strict, password: typed) == .nothing)
    #expect(Self.verdict(.strict, repeated: typed, password: "secret1") == .nothing)
    var conversation = LiveTests.started()
    _ = conversation.receive(.textEdited(.username, .text(typed)))
    #expect(conversation.liveVerdict == .nothing)
  }

  @Test func `text that is the beginning of no command is a secret, including its slash`() {
    #expect(Self.verdict(.simple, password: "/bacon") == .ok(Message(.passwordAcceptable)))
    #expect(Self.verdict(.simple, password: "//back") == .ok(Message(.passwordAcceptable)))
    #expect(
      Self.verdict(.rxswift, repeated: "//back", password: "/back")
        == .ok(Message(.passwordRepeated)))
  }

  @Test func `a command typed over a previous answer shows no verdict on that answer`() {
    var conversation = LiveTests.started(.combine)
    _ = conversation.receive(.lineEntered(.text("octodog")))
    _ = conversation.receive(.commandGiven(.back, halfTyped: nil))
    for typed in ["", "/q"] {
      _ = conversation.receive(.textEdited(.username, .text(typed)))
      #expect(conversation.liveVerdict == .nothing)
    }
  }

  @Test func `a repeat is the same so far, different, or complete`() {
    let soFar: LiveVerdict = .underWay(Message(.sameSoFar))
    let differs: LiveVerdict = .failed([Message(.differs)])
    for policy in [Policy.rxswift, .strict] {
      #expect(Self.verdict(policy, repeated: "sec", password: "secret1") == soFar)
      #expect(Self.verdict(policy, repeated: "sek", password: "secret1") == differs)
      #expect(Self.verdict(policy, repeated: "secret12", password: "secret1") == differs)
      #expect(
        Self.verdict(policy, repeated: "secret1", password: "secret1")
          == .ok(Message(.passwordRepeated)))
    }
    #expect(Self.verdict(.combine, repeated: "Sec", password: "Secret") == soFar)
  }

  @Test func `F32 a repeat in another normalisation form is the same so far at each key`() {
    let soFar: LiveVerdict = .underWay(Message(.sameSoFar))
    let password = "p\u{E9}re"
    for typed in ["p", "pe", "pe\u{301}", "pe\u{301}r"] {
      #expect(Self.verdict(.strict, repeated: typed, password: password) == soFar, "\(typed)")
    }
    // The dot is yet to come.
    #expect(Self.verdict(.strict, repeated: "\u{E2}", password: "\u{1EAD}") == soFar)
    #expect(Self.verdict(.strict, repeated: "\u{1100}", password: "\u{AC01}") == soFar)
    for typed in ["q", "pa", "pf", "p\u{E8}"] {
      let verdict = Self.verdict(.strict, repeated: typed, password: password)
      #expect(verdict == .failed([Message(.differs)]), "\(typed)")
    }
    for typed in ["pa\u{301}", "pex", "pe\u{301}rex"] {
      let verdict = Self.verdict(.strict, repeated: typed + "y", password: password)
      #expect(verdict == .failed([Message(.differs)]), "\(typed)")
    }
  }
}
