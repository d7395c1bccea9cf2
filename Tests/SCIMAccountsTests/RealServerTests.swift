import AccountContract
import Accounts
import HTTP
import ScimServer
import Secrets
import Testing
import Text

@testable import SCIMAccounts

@Suite(.serialized, .scimServer(.usual, .precis)) struct RealServerTests {
  typealias Contract = AccountServiceContract<SCIMAccounts>

  private static let servers = [ScimServer.Kind.usual, .precis]

  @Test(arguments: Contract.Rule.allCases, servers)
  func `it meets the contract of account services`(
    rule: Contract.Rule, server: ScimServer.Kind
  ) async throws {
    let taken = Username("Octocat")
    let same = ["octocat", "OCTOCAT"] + (server == .precis ? ["\u{FF4F}ctocat"] : [])
    let attributes = try SCIMAttributes([], questions: [question("email", "emails[0].value")])
    try await Contract(
      service: {
        let provider = try RealProvider(server)
        try await provider.makes(taken.text)
        return provider.service(attributes: attributes)
      },
      unreachable: {
        try RealProvider(server).service(FakeProvider(before: { _ in throw refused }))
      },
      taken: taken, sameAsTaken: same.map { Username($0) },
      free: [Username("octodog"), Username("octodog2")], remembers: true, checksPasswords: true
    ).check(rule)
  }

  @Test(arguments: servers)
  func `a new account has all requested attributes`(server: ScimServer.Kind) async throws {
    let provider = try RealProvider(server)
    let attributes = try SCIMAttributes([
      ("emails[0].value", "{{username}}@example.org"), ("emails[0].primary", "true"),
      ("name.givenName", "Octo"),
      ("urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", "Sea"),
    ])
    let service = provider.service(attributes: attributes)
    guard case .signedUp(let receipt) = try await service.signUp(registration) else {
      Issue.record("not signed up")
      return
    }
    let account = try await provider.get(try #require(receipt.page))
    #expect(account["userName"] == .text("octodog"))
    #expect(account["active"] == .bool(true))
    #expect(account["password"] == nil)
    #expect(account["externalId"]?.asText?.hasPrefix("signup-bot-") == true)
    #expect(account["name"]?["givenName"] == .text("Octo"))
    let email = account["emails"]?.asList?.first
    #expect(email?["value"] == .text("octodog@example.org"))
    #expect(email?["primary"] == .bool(true))
    let enterprise = account["urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"]
    #expect(enterprise?["department"] == .text("Sea"))
  }

  @Test(arguments: servers)
  func `F64 a sign-up with a lost response is recognized again`(server: ScimServer.Kind)
    async throws
  {
    let provider = try RealProvider(server)
    let exchange = LosingExchange(provider.exchange)
    let service = provider.service(exchange)
    #expect(try await service.signUp(registration) == .unknown(.unreachable))
    exchange.hear()
    let other = Registration(username: octodog, password: Secret("xqzv-another-password"))
    #expect(try await service.signUp(other) == .refused(.earlierPassword))
    #expect(try await service.signUp(registration).isSignedUp)
    #expect(try await provider.accounts().count == 1)
    #expect(try await service.signUp(registration) == .taken)
  }

  @Test(arguments: servers)
  func `F27 special characters in a name are escaped`(server: ScimServer.Kind) async throws {
    let provider = try RealProvider(server)
    try await provider.makes("octocat")
    let service = provider.service()
    for name in [#"x" or userName pr"#, #"x\" or userName pr"#, #"\"#, "a&count=0#b", "%22"] {
      #expect(try await service.availability(of: Username(name)) == .available, "\(name)")
    }
    #expect(try await service.availability(of: Username("octocat")) == .taken)
  }

  @Test(arguments: servers)
  func `passwords are compared exactly`(server: ScimServer.Kind) async throws {
    for text in [#"xqzv"\ "quoted" \" or password pr"#, "xqzv-é漢😀-ty9A", "xqzv {{username}}"] {
      let provider = try RealProvider(server)
      try await provider.makes("octodog", Secret(text))
      let service = provider.service()
      let right = Credentials(username: octodog, password: Secret(text))
      #expect(try await service.signIn(right).isSignedIn, "\(text)")
      let wrong = Credentials(username: octodog, password: Secret(text + "x"))
      #expect(try await service.signIn(wrong) == .wrongCredentials)
    }
  }

  @Test(arguments: servers)
  func `a checkup finds no problems`(server: ScimServer.Kind) async throws {
    let provider = try RealProvider(server)
    try await provider.makes("octocat")
    let findings = await provider.service().checkup()
    #expect(findings.map(\.level) == Array(repeating: .ok, count: 7), "\(findings)")
    #expect(findings[1].detail.contains("oauthbearertoken"))
    #expect(try await provider.accounts().count == 1)
  }

  @Test func `F61 a wrong token is reported to the operator`() async throws {
    let provider = try RealProvider()
    let service = SCIMAccounts(
      exchange: provider.exchange, url: provider.url, token: Secret("wrong"),
      timeout: RealProvider.patience)
    #expect(try await service.availability(of: octodog) == .unknown(.unauthorized))
    #expect(try await service.signUp(registration) == .notAsked(.unauthorized))
    let nobody = SCIMAccounts(
      exchange: provider.exchange, url: provider.url, token: nil, timeout: RealProvider.patience)
    #expect(try await nobody.availability(of: octodog) == .unknown(.unauthorized))
    #expect(try await provider.accounts().isEmpty)
  }

  @Test func `F57 a name that is too long for a URL does not crash the program`() async throws {
    let provider = try RealProvider()
    let long = Username(String(repeating: "a", count: 70_000))
    #expect(try await provider.service().availability(of: long) == .unknown(.nonsense))
  }

  @Test func `a URL with a wrong path is not the service`() async throws {
    let provider = try RealProvider()
    let service = SCIMAccounts(
      exchange: provider.exchange, url: provider.url + "/Users", token: provider.token,
      timeout: RealProvider.patience)
    #expect(try await service.availability(of: octodog) == .unknown(.notTheService))
  }

  @Test(arguments: ["a b", "\u{202E}abc", "Ⅳ", "\u{AD}abc"])
  func `F24 unusual names are refused with the provider's reason`(name: String) async throws {
    let provider = try RealProvider(.precis)
    let registration = Registration(username: Username(name), password: password)
    guard
      case .refused(.serviceAboutName(let why)) = try await provider.service().signUp(registration)
    else {
      Issue.record("\(name) is not refused")
      return
    }
    #expect(why.contains("UsernameCaseMapped"))
    #expect(try await provider.accounts().isEmpty)
  }
}
