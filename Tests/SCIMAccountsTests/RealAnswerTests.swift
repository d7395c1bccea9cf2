import Accounts
import HTTP
import ScimServer
import Secrets
import Testing
import Text

@testable import SCIMAccounts

/// Answers to the operator's own questions, at a real provider.
@Suite(.serialized, .scimServer(.usual, .precis, .plain)) struct RealAnswerTests {
  private static let servers = [ScimServer.Kind.usual, .precis, .plain]

  private static let questions = [
    question("email", "emails[type eq \"work\"].value"), question("given", "name.givenName"),
    question("family", "name.familyName"), question("department", enterprise + ":department"),
    question("phone", "phoneNumbers[0].value", isRequired: false),
    question("nowhere", nil, isRequired: false),
  ]
  private static let answers = [
    Answer("email", "ann@example.org"), Answer("given", "Ann \"{{username}}\" é漢"),
    Answer("family", "O'Hara or 1 eq 1"), Answer("department", "Sea \\ Sky"),
  ]

  private static func attributes() throws -> SCIMAttributes {
    try SCIMAttributes(
      [("emails[type eq \"work\"].primary", "true"), ("displayName", "{{username}}!")],
      questions: questions)
  }

  private func registration(_ name: String, _ answers: [Answer] = answers) -> Registration {
    Registration(username: Username(name), password: password, answers: answers)
  }

  @Test(arguments: servers)
  func `the answers are in the account that the provider shows, and are read again`(
    server: ScimServer.Kind
  ) async throws {
    let provider = try RealProvider(server)
    try await provider.makes("octocat")
    let service = provider.service(attributes: try Self.attributes())
    #expect(service.keepsAnswers)
    guard case .signedUp(let receipt) = try await service.signUp(registration("ann")) else {
      Issue.record("not signed up")
      return
    }
    let account = try await provider.get(try #require(receipt.page))
    let emails = try #require(account["emails"]?.asList)
    #expect(emails.count == 1)
    #expect(emails[0]["value"] == .text("ann@example.org"))
    #expect(emails[0]["type"] == .text("work"))
    #expect(emails[0]["primary"] == .bool(true))
    #expect(account["name"]?["givenName"] == .text("Ann \"{{username}}\" é漢"))
    #expect(account["name"]?["familyName"] == .text("O'Hara or 1 eq 1"))
    #expect(account["displayName"] == .text("ann!"))
    #expect(account["phoneNumbers"] == nil)
    #expect(account[enterprise]?["department"] == .text("Sea \\ Sky"))
    #expect(account.isOf(enterprise) && account.isOf(SchemaURN.user))
    #expect(try await service.account(of: Username("ann"))?.answers == Self.answers)
    let accounts = try await listed(service, AccountQuery(isOrderOptional: true))
    #expect(accounts.first { $0.username.text == "ann" }?.answers == Self.answers)
    #expect(accounts.first { $0.username.text == "octocat" }?.answers == [])
  }

  @Test(arguments: servers)
  func `a search finds accounts by their answers`(server: ScimServer.Kind) async throws {
    let provider = try RealProvider(server)
    let service = provider.service(attributes: try Self.attributes())
    for (name, email) in [
      ("ann", "x@example.org"), ("bert", "bert@example.net"), ("carl", "y@a.b"),
    ] {
      let answers = [Answer("email", email)] + Self.answers.dropFirst()
      #expect(try await service.signUp(registration(name, answers)).isSignedUp)
    }
    for (text, names) in [
      ("@EXAMPLE", ["ann", "bert"]), ("bert", ["bert"]), ("y@a.b", ["carl"]), ("zzz", []),
      ("sea \\", ["ann", "bert", "carl"]), ("é漢", ["ann", "bert", "carl"]), ("\" or ", []),
    ] {
      let found = try await listed(service, AccountQuery(search: text, isOrderOptional: true))
      #expect(found.map(\.username.text).sorted() == names, "\(text)")
    }
  }

  @Test(arguments: servers)
  func `F64 after a lost response, the account has the answers that were given last`(
    server: ScimServer.Kind
  ) async throws {
    let provider = try RealProvider(server)
    let exchange = LosingExchange(provider.exchange)
    let service = provider.service(exchange, attributes: try Self.attributes())
    #expect(try await service.signUp(registration("ann")) == .unknown(.unreachable))
    exchange.hear()
    let later = [Answer("email", "later@example.org"), Answer("given", "Anna")]
    #expect(try await service.signUp(registration("ann", later)).isSignedUp)
    #expect(try await provider.accounts().count == 1)
    let account = try #require(try await provider.accounts().first)
    #expect(account["externalId"]?.asText?.hasPrefix("signup-bot-") == true)
    #expect(account["emails"]?.asList?.map { $0["value"] } == [.text("later@example.org")])
    #expect(account["name"]?["familyName"] == nil)
    #expect(try await service.account(of: Username("ann"))?.answers == later)
    let credentials = Credentials(username: Username("ann"), password: password)
    #expect(try await service.signIn(credentials).isSignedIn)
  }

  @Test(arguments: servers)
  func `disabling an account keeps its answers`(server: ScimServer.Kind) async throws {
    let provider = try RealProvider(server)
    let service = provider.service(attributes: try Self.attributes())
    #expect(try await service.signUp(registration("ann")).isSignedUp)
    let before = try #require(try await service.account(of: Username("ann")))
    #expect(try await service.setActive(false, before))
    let after = try #require(try await service.account(of: Username("ann")))
    #expect(!after.isActive && after.answers == Self.answers)
  }

  @Test(arguments: servers)
  func `a checkup with questions finds no problems`(server: ScimServer.Kind) async throws {
    let provider = try RealProvider(server)
    let findings = await provider.service(attributes: try Self.attributes()).checkup()
    #expect(findings.map(\.level) == Array(repeating: .ok, count: 7), "\(findings)")
    #expect(try await provider.accounts().isEmpty)
  }
}
