import Accounts
import FaultServer
import HTTP
import Secrets
import Testing
import Text

@testable import SCIMAccounts

struct AvailabilityTests {
  private func ask(_ name: String, _ provider: FakeProvider) async throws -> Availability {
    try await service(provider).availability(of: Username(name))
  }

  @Test func `a name is looked up with a filter, and the configuration is requested once`()
    async throws
  {
    let provider = FakeProvider(["Octocat"])
    let service = service(provider)
    #expect(try await service.availability(of: Username("octocat")) == .taken)
    #expect(try await service.availability(of: octodog) == .available)
    #expect(
      provider.requests == [
        "GET /ServiceProviderConfig",
        "GET /Users?filter=userName%20eq%20%22octocat%22&startIndex=1&count=100",
        "GET /Users?filter=userName%20eq%20%22octodog%22&startIndex=1&count=100",
      ])
  }

  @Test(
    arguments: [
      #"x" or userName pr"#, #"x\" or userName pr"#, #"\"#, "a&count=0", "a#b", "é漢", "a+b", "%22",
      "a\u{1}b", "null",
    ])
  func `F27 special characters in a name are escaped`(name: String) async throws {
    let provider = FakeProvider(["octocat"])
    let service = service(provider)
    #expect(try await service.availability(of: Username(name)) == .available)
    #expect(
      try await service.signUp(Registration(username: Username(name), password: password))
        .isSignedUp)
    #expect(provider.users.last?.name == name)
    #expect(try await service.availability(of: Username(name)) == .taken)
  }

  @Test(arguments: [nil, "{}", "<html>", "[]", #"{"filter":3,"authenticationSchemes":"no"}"#])
  func `filters are tried if the provider doesn't describe its capabilities`(config: String?)
    async throws
  {
    let provider = FakeProvider(["octocat"], quirks: .init(config: config))
    let service = service(provider)
    #expect(try await service.availability(of: Username("octocat")) == .taken)
    #expect(try await service.availability(of: octodog) == .available)
    #expect(provider.requests.count { $0 == "GET /ServiceProviderConfig" } == 1)
  }

  @Test(arguments: [HTTPFailure.Reason.malformed, .tooLarge, .redirected])
  func `filters are tried if the provider's configuration can't be read`(reason: HTTPFailure.Reason)
    async throws
  {
    let provider = FakeProvider(
      ["octocat"],
      before: { request in
        guard request.url.hasSuffix("Config") else { return nil }
        throw HTTPFailure(reason, mayHaveArrived: true, detail: "")
      })
    #expect(try await ask("octocat", provider) == .taken)
  }

  @Test func `if the provider doesn't support filters, its accounts are searched page by page`()
    async throws
  {
    let provider = FakeProvider(
      (0..<30).map { "user\($0)" },
      quirks: .init(pageSize: 7, config: #"{"filter":{"supported":false}}"#))
    #expect(try await ask("USER29", provider) == .taken)
    #expect(try await ask("user30", provider) == .available)
    #expect(provider.requests.allSatisfy { !$0.contains("filter") })
  }

  @Test func `if the provider refuses filters, its accounts are searched page by page`()
    async throws
  {
    let provider = FakeProvider(["a", "b"], quirks: .init(refusesFilter: true))
    #expect(try await ask("b", provider) == .taken)
    #expect(try await ask("c", provider) == .available)
  }

  @Test(arguments: [true, false])
  func `F62 if the provider ignores the filter, its accounts are searched page by page`(
    ignoresPaging: Bool
  ) async throws {
    let quirks = FakeProvider.Quirks(
      ignoresFilter: true, pageSize: 10, ignoresPaging: ignoresPaging)
    let provider = FakeProvider((0..<25).map { "user\($0)" }, quirks: quirks)
    #expect(try await ask("user24", provider) == .taken)
    #expect(try await ask("octodog", provider) == .available)
    #expect(try await ask("octodog", FakeProvider(["octocat"], quirks: quirks)) == .available)
    #expect(try await ask("octodog", FakeProvider(quirks: quirks)) == .available)
  }

  @Test func `F62 if the filter is ignored and there are too many accounts, the result is unknown`()
    async throws
  {
    var quirks = FakeProvider.Quirks(ignoresFilter: true)
    let many = FakeProvider((0...1000).map { "user\($0)" }, quirks: quirks)
    #expect(try await ask("octodog", many) == .unknown(.nonsense))
    #expect(try await ask("user3", many) == .taken)
    #expect(many.requests.count < 10)
    let just = FakeProvider((0..<1000).map { "user\($0)" }, quirks: quirks)
    #expect(try await ask("octodog", just) == .available)
    quirks.pageSize = 1
    let slow = FakeProvider((0..<30).map { "user\($0)" }, quirks: quirks)
    #expect(try await ask("octodog", slow) == .unknown(.nonsense))
    #expect(slow.requests.count < 20)
  }

  @Test(arguments: [1, 2, 5])
  func `F62 a false total is detected`(total: Int) async throws {
    var quirks = FakeProvider.Quirks(total: total)
    #expect(try await ask("octodog", FakeProvider(quirks: quirks)) == .unknown(.nonsense))
    #expect(try await ask("octocat", FakeProvider(["octocat"], quirks: quirks)) == .taken)
    quirks.ignoresFilter = true
    let three = FakeProvider(["a", "b", "c"], quirks: quirks)
    #expect(try await ask("octodog", three) == .unknown(.nonsense))
    #expect(try await ask("c", three) == .taken)
  }

  @Test func `F62 an account that is returned counts, whatever the total`() async throws {
    #expect(try await ask("octocat", FakeProvider(["octocat"], quirks: .init(total: 0))) == .taken)
  }

  @Test func `a name that only the provider considers equal is taken`() async throws {
    // PRECIS maps fullwidth letters to halfwidth ones (RFC 8265, 3.3.2).
    let provider = FakeProvider(
      before: { request in
        guard request.url.contains("%EF%BD%8F") else { return nil }
        return .json(200, #"{"totalResults":1,"Resources":[{"id":"1","userName":"octodog"}]}"#)
      })
    #expect(try await ask("\u{FF4F}ctodog", provider) == .taken)
    #expect(try await ask("octodog", provider) == .available)
  }

  @Test func `names are compared case-insensitively`() async throws {
    #expect(try await ask("OCTOCAT", FakeProvider(["Octocat"])) == .taken)
    let inList = FakeProvider(
      before: { request in
        guard request.url.contains("filter") else { return nil }
        return .json(200, #"{"totalResults":1,"resources":[{"ID":"1","username":"OctoDog"}]}"#)
      })
    #expect(try await ask("octodog", inList) == .taken)
  }

  @Test(
    arguments: [
      (401, UnknownReason.unauthorized), (403, .unauthorized), (404, .notTheService),
      (408, .timedOut), (414, .nonsense), (429, .rateLimited), (500, .serviceError),
      (503, .serviceError), (302, .notTheService), (204, .nonsense),
    ])
  func `F57 F61 an error status becomes a reason`(status: Int, reason: UnknownReason)
    async throws
  {
    for response in [HTTPResponse.json(status, "{}"), .html(status), .json(status, "")] {
      let provider = FakeProvider(before: { _ in response })
      #expect(try await ask("octodog", provider) == .unknown(reason))
    }
  }

  @Test(
    arguments: [
      "", "<html>", "[]", "{}", "3", "null", #"{"status":"ok"}"#, #"{"totalResults":0}"#,
      #"{"totalResults":-1,"Resources":[]}"#, #"{"totalResults":0.5,"Resources":[]}"#,
      #"{"totalResults":0,"Resources":{}}"#, #"{"totalResults":1,"Resources":[3]}"#,
      #"{"totalResults":1,"Resources":[{"id":"1"}]}"#,
      #"{"totalResults":1,"Resources":[{"id":7,"userName":"octodog"}]}"#,
      #"{"totalResults":1,"Resources":[{"id":"","userName":"octodog"}]}"#,
      #"{"totalResults":"0","Resources":[]}"#, #"{"totalResults":0,"Resources":[]"#,
    ])
  func `F57 a body that is not SCIM is nonsense`(body: String) async throws {
    let provider = FakeProvider(before: { _ in .json(200, body) })
    #expect(try await ask("octodog", provider) == .unknown(.nonsense))
  }

  @Test func `F57 deep or long JSON does not crash the program`() async throws {
    for body in [
      String(repeating: "[", count: 1 << 20),
      String(repeating: #"{"Resources":"#, count: 60_000),
      String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
      "[" + String(repeating: "0,", count: 1 << 18) + "0]",
    ] {
      let provider = FakeProvider(before: { _ in .json(200, body) })
      #expect(try await ask("octodog", provider) == .unknown(.nonsense))
    }
  }

  @Test(
    arguments: [
      (HTTPFailure.Reason.unreachable, UnknownReason.unreachable), (.timedOut, .timedOut),
      (.badCertificate, .badCertificate), (.malformed, .nonsense), (.tooLarge, .nonsense),
      (.redirected, .notTheService), (.rateLimited, .rateLimited),
    ])
  func `F52 F53 F54 without a response, the availability is unknown`(
    failure: HTTPFailure.Reason, reason: UnknownReason
  ) async throws {
    for mayHaveArrived in [true, false] {
      let provider = FakeProvider(
        before: { _ in throw HTTPFailure(failure, mayHaveArrived: mayHaveArrived, detail: "") })
      #expect(try await ask("octodog", provider) == .unknown(reason))
    }
  }

  @Test func `a wrong token is reported to the operator`() async throws {
    let service = service(FakeProvider(), token: "another")
    #expect(try await service.availability(of: octodog) == .unknown(.unauthorized))
    #expect(UnknownReason.unauthorized.isForOperators)
  }

  @Test func `a call sends no more requests after its timeout`() async throws {
    let clock = ManualClock()
    let provider = FakeProvider(after: { _ in
      clock.advance(by: .seconds(5))
      return nil
    })
    let service = SCIMAccounts(
      exchange: provider, url: FakeProvider.base, token: Secret(FakeProvider.token),
      timeout: .seconds(5), clock: clock)
    #expect(try await service.availability(of: octodog) == .unknown(.timedOut))
    #expect(provider.requests == ["GET /ServiceProviderConfig"])
  }
}
