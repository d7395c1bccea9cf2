import Accounts
import HTTP
import Secrets
import Testing
import Text

@testable import SCIMAccounts

struct SignUpTests {
  private let page = FakeProvider.base + "/Users/1"

  @Test func `an account is created, verified, and has a page`() async throws {
    let provider = FakeProvider(["octocat"])
    let service = service(provider)
    #expect(service.page(of: octodog) == nil)
    #expect(try await service.signUp(registration) == .signedUp(Receipt(page: page)))
    let look = "GET /Users?filter=userName%20eq%20%22octodog%22&startIndex=1&count=100"
    #expect(
      provider.requests == ["GET /ServiceProviderConfig", look, "POST /Users", look])
    #expect(provider.users.map(\.name) == ["octocat", "octodog"])
    #expect(provider.users.last?.externalID?.hasPrefix("signup-bot-") == true)
    #expect(service.page(of: octodog) == page)
    #expect(service.page(of: nil) == nil)
    #expect(service.page(of: Username("octocat")) == nil)
  }

  @Test func `an address that is not a web link or contains the password is not used as a page`()
    async throws
  {
    for place in [
      "file:///etc/passwd", "javascript:alert(1)", "https://a b", "",
      "https://example.org/?p=xqzv-kjwp-fmgh-ty9A", "/v2/Users/1?XQZV",
    ] {
      let provider = FakeProvider(after: { request in
        guard request.method == .post else { return nil }
        return .json(201, #"{"id":"1","userName":"octodog","meta":{"location":"\#(place)"}}"#)
      })
      let service = service(provider)
      #expect(try await service.signUp(registration) == .signedUp(Receipt(page: nil)))
      #expect(service.page(of: octodog) == nil)
    }
  }

  @Test func `a relative address is resolved against the provider's URL`() async throws {
    let provider = FakeProvider(after: { request in
      guard request.method == .post else { return nil }
      return HTTPResponse(
        status: 201, headers: [("location", "/v2/Users/1")],
        body: Array(#"{"id":"1","userName":"octodog"}"#.utf8), url: request.url)
    })
    let service = service(provider)
    #expect(try await service.signUp(registration).isSignedUp)
    #expect(service.page(of: octodog) == page)
  }

  @Test func `an existing name is taken, and nothing is sent`() async throws {
    let provider = FakeProvider(["OctoDog"])
    #expect(try await service(provider).signUp(registration) == .taken)
    #expect(provider.bodies.isEmpty)
    #expect(provider.users.count == 1)
  }

  @Test func `F63 a name that another user signs up first is taken`() async throws {
    let provider = FakeProvider()
    let rival = FakeProvider(before: { request in
      if request.method == .post { provider.add(.init(id: "9", name: "OCTODOG", externalID: "x")) }
      return try await provider.send(request, within: .seconds(1))
    })
    #expect(try await service(rival).signUp(registration) == .taken)
    #expect(provider.users.map(\.id) == ["9"])
  }

  @Test(arguments: ["", "<html>", #"{"scimType":"uniqueness"}"#])
  func `F63 every 409 means that the name is taken, whatever its body`(body: String) async throws {
    let provider = FakeProvider(before: { $0.method == .post ? .json(409, body) : nil })
    #expect(try await service(provider).signUp(registration) == .taken)
  }

  @Test func `F62 if another account with the same name came first, ours is removed`()
    async throws
  {
    let provider = FakeProvider(quirks: .init(second: .made))
    let rival = FakeProvider(before: { request in
      if request.method == .post && provider.users.isEmpty {
        provider.add(.init(id: "9", name: "octodog", password: "theirs", externalID: "x"))
      }
      return try await provider.send(request, within: .seconds(1))
    })
    #expect(try await service(rival).signUp(registration) == .taken)
    #expect(provider.users.map(\.id) == ["9"])
    #expect(provider.users.map(\.password) == ["theirs"])
  }

  @Test func `F62 a later account with the same name does not replace ours`() async throws {
    let provider = FakeProvider(quirks: .init(second: .made))
    let rival = FakeProvider(before: { request in
      let response = try await provider.send(request, within: .seconds(1))
      if request.method == .post {
        provider.add(.init(id: "9", name: "octodog", created: "2026-11-21T10:00:01Z"))
      }
      return response
    })
    #expect(try await service(rival).signUp(registration).isSignedUp)
    #expect(provider.users.map(\.id) == ["1", "9"])
  }

  @Test func `F62 an account that could not be removed again makes the result unknown`()
    async throws
  {
    let provider = FakeProvider(quirks: .init(second: .made))
    let rival = FakeProvider(before: { request in
      if request.method == .delete { return .json(403, "") }
      if request.method == .post { provider.add(.init(id: "0", name: "octodog")) }
      return try await provider.send(request, within: .seconds(1))
    })
    #expect(try await service(rival).signUp(registration) == .unknown(.nonsense))
  }

  @Test(arguments: [true, false])
  func `F62 an account that was changed instead of created belongs to another user`(keeps: Bool)
    async throws
  {
    let provider = FakeProvider(quirks: .init(second: .changesFirst, keepsExternalID: keeps))
    let rival = FakeProvider(before: { request in
      if request.method == .post { provider.add(.init(id: "9", name: "octodog")) }
      return try await provider.send(request, within: .seconds(1))
    })
    #expect(try await service(rival).signUp(registration) == .taken)
  }

  @Test func `F62 a provider that overwrites accounts is not asked to create an existing one`()
    async throws
  {
    let provider = FakeProvider(["octodog"], quirks: .init(second: .changesFirst))
    let other = Registration(username: octodog, password: Secret("another-password"))
    #expect(try await service(provider).signUp(other) == .taken)
    #expect(provider.users.map(\.password) == ["xqzv-kjwp-fmgh-ty9A"])
  }

  @Test func `F62 a response about a different account is not trusted`() async throws {
    let other = #"{"id":"77","userName":"octodog"}"#
    let provider = FakeProvider(after: { $0.method == .post ? .json(201, other) : nil })
    #expect(try await service(provider).signUp(registration) == .unknown(.nonsense))
    let nothing = FakeProvider(before: { $0.method == .post ? .json(201, other) : nil })
    #expect(try await service(nothing).signUp(registration) == .unknown(.nonsense))
  }

  @Test func `an account that searches don't find yet is requested by its id`() async throws {
    let provider = FakeProvider(quirks: .init(hides: true))
    #expect(try await service(provider).signUp(registration).isSignedUp)
    #expect(provider.requests.last == "GET /Users/1")
  }

  @Test func `a provider that stores no mark and returns no account is not trusted`() async throws {
    func signUp(keepsExternalID: Bool, showsMade: Bool) async throws -> SignUpResult {
      try await service(
        FakeProvider(quirks: .init(keepsExternalID: keepsExternalID, showsMade: showsMade))
      ).signUp(registration)
    }
    #expect(try await signUp(keepsExternalID: false, showsMade: true).isSignedUp)
    #expect(try await signUp(keepsExternalID: false, showsMade: false) == .unknown(.nonsense))
    #expect(try await signUp(keepsExternalID: true, showsMade: false).isSignedUp)
  }

  @Test func `a complete response is trusted if the account can't be read again`() async throws {
    let provider = FakeProvider()
    let deaf = FakeProvider(before: { request in
      if request.method == .get && !provider.users.isEmpty { throw late }
      return try await provider.send(request, within: .seconds(1))
    })
    #expect(try await service(deaf).signUp(registration).isSignedUp)
  }

  @Test(
    arguments: [
      (401, UnknownReason.unauthorized), (403, .unauthorized), (404, .notTheService),
      (405, .notTheService), (429, .rateLimited),
    ])
  func `F61 if creating accounts is not permitted, none was created`(
    status: Int, reason: UnknownReason
  ) async throws {
    let provider = FakeProvider(before: { $0.method == .post ? .json(status, "{}") : nil })
    #expect(try await service(provider).signUp(registration) == .notAsked(reason))
  }

  @Test(arguments: [500, 502, 503, 504])
  func `a provider that fails may have created the account`(status: Int) async throws {
    let provider = FakeProvider(before: { $0.method == .post ? .html(status) : nil })
    #expect(try await service(provider).signUp(registration) == .unknown(.serviceError))
    let after = FakeProvider(after: { $0.method == .post ? .html(status) : nil })
    #expect(try await service(after).signUp(registration).isSignedUp)
  }

  @Test func `F57 an HTML page instead of a response means an unknown result`() async throws {
    let provider = FakeProvider(before: { $0.method == .post ? .html(200) : nil })
    #expect(try await service(provider).signUp(registration) == .unknown(.nonsense))
  }

  @Test func `F52 if the provider is unreachable, nothing was sent`() async throws {
    let nobody = FakeProvider(before: { _ in throw refused })
    #expect(try await service(nobody).signUp(registration) == .notAsked(.unreachable))
    let gone = FakeProvider(before: { request in
      if request.method == .post { throw refused }
      return nil
    })
    #expect(try await service(gone).signUp(registration) == .notAsked(.unreachable))
  }

  @Test func `requests contain the token and SCIM's media type`() async throws {
    let provider = FakeProvider(before: { request in
      #expect(request.header("Accept")?.contains("application/scim+json") == true)
      let type = request.header("Content-Type")
      #expect(type == (request.method == .post ? "application/scim+json" : nil))
      guard case .bearer(let token) = request.authorization else {
        Issue.record("no token")
        return nil
      }
      #expect(token.isEqual(to: FakeProvider.token))
      return nil
    })
    #expect(try await service(provider).signUp(registration).isSignedUp)
  }

  @Test func `a slash at the end of the URL is ignored`() async throws {
    let provider = FakeProvider()
    let service = SCIMAccounts(
      exchange: provider, url: FakeProvider.base + "/", token: Secret(FakeProvider.token),
      timeout: .seconds(600))
    #expect(try await service.availability(of: octodog) == .available)
  }

  @Test func `a password that is not valid UTF-8 is refused and not sent`() async throws {
    let provider = FakeProvider()
    let bytes: [UInt8] = [0x61, 0xFF, 0x62]
    let password = bytes.withUnsafeBytes { Secret(copying: $0) }
    let answer = try await service(provider).signUp(
      Registration(username: octodog, password: password))
    #expect(answer == .refused(.invalidPassword))
    #expect(provider.requests.isEmpty)
  }
}
