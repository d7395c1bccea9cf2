import Accounts
import HTTP
import Secrets
import Testing
import Text

@testable import SCIMAccounts

/// Answers to the operator's own questions, at providers of every kind.
struct AnswerTests {
  private static let questions = [
    question("email", "emails[type eq \"work\"].value"), question("given", "name.givenName"),
    question("department", enterprise + ":department", isRequired: false),
  ]
  private static let answers = [
    Answer("email", "ann@example.org"), Answer("given", "Ann"), Answer("department", "Sea"),
  ]

  private func service(_ exchange: any HTTPExchange) throws -> SCIMAccounts {
    SCIMAccountsTests.service(
      exchange, attributes: try SCIMAttributes([], questions: Self.questions))
  }

  private func registration(
    _ name: String, _ answers: [Answer] = AnswerTests.answers, _ secret: Secret = password
  ) -> Registration {
    Registration(username: Username(name), password: secret, answers: answers)
  }

  private func email(_ text: String) -> [Answer] {
    [Answer("email", text), Answer("given", "Ann")]
  }

  @Test func `answers are kept if there is a place for them`() throws {
    #expect(try service(FakeProvider()).keepsAnswers)
    #expect(!SCIMAccountsTests.service(FakeProvider()).keepsAnswers)
    #expect(try service(FakeProvider()).forNewConversation().keepsAnswers)
  }

  @Test func `an account and a listing show the answers`() async throws {
    let provider = FakeProvider(["octocat"], quirks: .able())
    let service = try service(provider)
    #expect(try await service.signUp(registration("ann")).isSignedUp)
    #expect(try await service.account(of: Username("ann"))?.answers == Self.answers)
    let accounts = try await listed(service)
    #expect(accounts.map(\.username.text) == ["ann", "octocat"])
    #expect(accounts.map(\.answers) == [Self.answers, []])
    #expect(accounts.allSatisfy { $0.details.isEmpty })
    let attributes = "userName,active,meta,emails,name,\(enterprise):department"
    #expect(
      provider.requests.contains { $0.contains("&attributes=\(percentEncoded(attributes))&") })
  }

  @Test(arguments: ["ANN@", "sea", "ann", "Ann"])
  func `a search looks in names and answers`(text: String) async throws {
    let provider = FakeProvider(quirks: .able())
    let service = try service(provider)
    for (name, answers) in [("ann", Self.answers), ("bert", email("b@example.org"))] {
      #expect(try await service.signUp(registration(name, answers)).isSignedUp)
    }
    let found = try await listed(service, AccountQuery(search: text))
    #expect(found.map(\.username.text) == (text.lowercased() == "ann" ? ["ann", "bert"] : ["ann"]))
    let filter = ["userName", "emails.value", "name.givenName", enterprise + ":department"]
      .map { "\($0) co \"\(text)\"" }.joined(separator: " or ")
    #expect(provider.requests.contains { $0.contains("filter=\(percentEncoded(filter))&") })
  }

  @Test(arguments: [true, false])
  func `F62 a search finds all answers if the provider refuses or ignores the filter`(refuses: Bool)
    async throws
  {
    var quirks = FakeProvider.Quirks.able()
    (quirks.refusesOr, quirks.ignoresFilter) = (refuses, !refuses)
    let provider = FakeProvider(quirks: quirks)
    let service = try service(provider)
    for (name, text) in [
      ("ann", "ann@example.org"), ("bert", "b@x.org"), ("carl", "c@EXAMPLE.org"),
    ] {
      #expect(try await service.signUp(registration(name, email(text))).isSignedUp)
    }
    let found = try await listed(service, AccountQuery(search: "@example"))
    #expect(found.map(\.username.text) == ["ann", "carl"])
  }

  @Test(arguments: ["ann@example.org", "later@example.org"])
  func `F64 repeating a sign-up replaces the answers of the account if they differ`(text: String)
    async throws
  {
    let (provider, exchange, hear) = LostReplyTests.losing()
    let service = try service(exchange)
    #expect(
      try await service.signUp(registration("ann", email("ann@example.org")))
        == .unknown(.unreachable))
    hear()
    let later = registration("ann", email(text))
    #expect(try await service.signUp(later).isSignedUp)
    #expect(provider.users.count == 1)
    let replacements = provider.requests.count { $0.hasPrefix("PUT") }
    #expect(replacements == (text == "ann@example.org" ? 0 : 1))
    #expect(try await service.account(of: Username("ann"))?.answers == later.answers)
    let credentials = Credentials(username: Username("ann"), password: password)
    #expect(try await service.signIn(credentials).isSignedIn)
    #expect(try await service.signUp(later) == .taken)
  }

  @Test func `F64 another user's account keeps its answers`() async throws {
    let (provider, exchange, hear) = LostReplyTests.losing()
    let service = try service(exchange)
    #expect(try await service.signUp(registration("ann")) == .unknown(.unreachable))
    hear()
    let stranger = service.forNewConversation()
    #expect(try await stranger.signUp(registration("ann", email("theirs@x.org"))) == .taken)
    let other = registration("ann", email("theirs@x.org"), Secret("another-password-7"))
    #expect(try await service.signUp(other) == .refused(.earlierPassword))
    #expect(provider.requests.allSatisfy { !$0.hasPrefix("PUT") })
    #expect(try await service.account(of: Username("ann"))?.answers == Self.answers)
  }

  @Test func `F64 if the answers can't be replaced, the result stays unknown until they are`()
    async throws
  {
    let (provider, exchange, hear) = LostReplyTests.losing()
    let failing = Flag()
    let service = try service(
      FakeProvider(before: { request in
        if request.method == .put && failing.isSet { throw lost }
        return try await exchange.send(request, within: .seconds(1))
      }))
    #expect(try await service.signUp(registration("ann")) == .unknown(.unreachable))
    hear()
    failing.isSet = true
    let later = registration("ann", email("later@example.org"))
    #expect(try await service.signUp(later) == .unknown(.unreachable))
    #expect(try await service.signUp(later) == .unknown(.unreachable))
    failing.isSet = false
    #expect(try await service.signUp(later).isSignedUp)
    #expect(provider.users.count == 1)
    #expect(try await service.account(of: Username("ann"))?.answers == later.answers)
  }

  @Test func `F64 answers that the provider refuses leave the account to the next attempt`()
    async throws
  {
    let (provider, exchange, hear) = LostReplyTests.losing()
    let service = try service(
      FakeProvider(before: { request in
        if request.method == .put && request.body?.plain.contains("bad@") == true {
          return .json(400, #"{"detail":"the emails are invalid"}"#)
        }
        return try await exchange.send(request, within: .seconds(1))
      }))
    #expect(try await service.signUp(registration("ann")) == .unknown(.unreachable))
    hear()
    guard
      case .refused(.service) = try await service.signUp(registration("ann", email("bad@x.org")))
    else {
      Issue.record("not refused")
      return
    }
    let later = registration("ann", email("later@example.org"))
    #expect(try await service.signUp(later).isSignedUp)
    #expect(provider.users.count == 1)
    #expect(try await service.account(of: Username("ann"))?.answers == later.answers)
  }

  @Test func `a conflict about an answer does not make the name taken`() async throws {
    let provider = FakeProvider(
      before: { request in
        guard request.method == .post else { return nil }
        return .json(409, #"{"scimType":"uniqueness","detail":"the email is already used"}"#)
      })
    #expect(
      try await service(provider).signUp(registration("ann"))
        == .refused(.service("the email is already used")))
  }

  @Test func `doctor's account has answers, so that a provider that requires them accepts it`()
    async throws
  {
    let provider = FakeProvider(before: { request in
      guard request.method == .post, let body = request.body?.json, body["userName"] != nil else {
        return nil
      }
      let isComplete =
        body["emails"]?.asList?.first?["value"]?.asText?.contains("@example.org") == true
        && body["name"]?["givenName"] != nil
      return isComplete ? nil : .json(400, #"{"detail":"emails is needed"}"#)
    })
    var email = question("email", "emails[0].value")
    email.rule = .email
    let attributes = try SCIMAttributes(
      [], questions: [email, question("given", "name.givenName")])
    let findings = await SCIMAccountsTests.service(provider, attributes: attributes).checkup()
    #expect(findings.allSatisfy { $0.level == .ok }, "\(findings)")
    #expect(provider.users.isEmpty)
  }
}
