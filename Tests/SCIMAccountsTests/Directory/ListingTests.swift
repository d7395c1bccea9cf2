import Accounts
import HTTP
import Synchronization
import Testing
import Text

@testable import SCIMAccounts

/// Reads all pages of a listing. Returns the accounts and the error that ended it; `nil` if it
/// ended without one.
func listing(
  _ provider: any HTTPExchange, _ query: AccountQuery = AccountQuery(), size: Int = 100
) async throws -> (accounts: [Account], error: DirectoryError?) {
  var pages = SCIMPages(service(provider), query, size: size)
  var accounts: [Account] = []
  do {
    while let page = try await pages.next() { accounts += page }
  } catch let error as DirectoryError {
    return (accounts, error)
  }
  return (accounts, nil)
}

struct ListingTests {
  private func lists(_ provider: FakeProvider) -> [String] {
    provider.requests.filter { $0.hasPrefix("GET /Users?") }
  }

  @Test func `only the needed attributes are requested, page by page`() async throws {
    let provider = FakeProvider(["c", "a", "b"], quirks: .able())
    let query = AccountQuery(order: .created, isReversed: true)
    #expect(try await listing(provider, query, size: 2).accounts.count == 3)
    let rest = "&attributes=userName%2Cactive%2Cmeta&sortBy=meta.created&sortOrder=descending"
    #expect(
      lists(provider)
        == [1, 2, 3].map { "GET /Users?startIndex=\($0)&count=2" + rest })
  }

  @Test func `no more accounts are requested than the limit`() async throws {
    let provider = FakeProvider(["c", "a", "b"], quirks: .able())
    #expect(
      try await listing(provider, AccountQuery(limit: 2)).accounts.map(\.id) == ["old-a", "old-b"])
    #expect(lists(provider).count == 1)
    #expect(lists(provider).first?.contains("count=2&") == true)
    #expect(try await listing(provider, AccountQuery(limit: 0)).accounts.isEmpty)
    #expect(lists(provider).count == 1)
  }

  @Test func `no more accounts are requested than the provider's page size`() async throws {
    let provider = FakeProvider(["a"], quirks: .able(maxResults: 7))
    _ = try await listing(provider)
    #expect(lists(provider).first?.contains("count=7&") == true)
  }

  @Test func `F27 the search text is escaped`() async throws {
    let provider = FakeProvider(["octocat"], quirks: .able())
    provider.add(FakeProvider.User(id: "1", name: #"x" or userName pr"#))
    let found = try await listing(provider, AccountQuery(search: #"X" or userName pr"#))
    #expect(found.accounts.map(\.username.text) == [#"x" or userName pr"#])
    #expect(
      lists(provider).first?.hasPrefix(
        "GET /Users?filter=userName%20co%20%22X%5C%22%20or%20userName%20pr%22&startIndex=1&")
        == true)
  }

  @Test func `an empty search lists all accounts`() async throws {
    let provider = FakeProvider(["a", "b"], quirks: .able())
    #expect(try await listing(provider, AccountQuery(search: "")).accounts.count == 2)
    #expect(lists(provider).allSatisfy { !$0.contains("filter") })
  }

  @Test func `a search matches names in any Unicode composition`() async throws {
    let provider = FakeProvider(["JOSÉ", "jos", "x\u{301}y"], quirks: .able())
    let found = try await listing(
      FakeProvider(quirks: .able(), before: { try await provider.ignoringFilter($0) }),
      AccountQuery(search: "sE\u{301}"))
    #expect(found.accounts.map(\.username.text) == ["JOSÉ"])
    let part = try await listing(
      FakeProvider(quirks: .able(), before: { try await provider.ignoringFilter($0) }),
      AccountQuery(search: "x"))
    #expect(part.accounts.map(\.username.text) == ["x\u{301}y"])
  }

  @Test func `an order that the provider doesn't offer is an error`() async throws {
    for quirks in [FakeProvider.Quirks.able(sort: false), .init()] {
      let provider = FakeProvider(["c", "a", "b"], quirks: quirks)
      for query in [AccountQuery(), AccountQuery(isReversed: true, isOrderOptional: true)] {
        let (accounts, error) = try await listing(provider, query)
        #expect(accounts.isEmpty)
        #expect(
          error
            == .unsupported(
              "the SCIM provider at https://scim.test/v2 can't list accounts by name: it does not "
                + "claim to support sorting"))
      }
      #expect(lists(provider).isEmpty)
      let own = try await listing(provider, AccountQuery(isOrderOptional: true))
      #expect(own.accounts.map(\.id) == ["old-c", "old-a", "old-b"])
    }
  }

  @Test func `an order that the provider offers but refuses is an error`() async throws {
    let provider = FakeProvider(["c", "a", "b"], quirks: .able(changes: .init(sorts: false)))
    let (accounts, error) = try await listing(provider, AccountQuery(search: "a", order: .created))
    #expect(accounts.isEmpty)
    #expect(
      error
        == .unsupported(
          "the SCIM provider at https://scim.test/v2 can't list accounts by created: HTTP 501"))
    let own = try await listing(provider, AccountQuery(search: "a", isOrderOptional: true))
    #expect(own.accounts.map(\.id) == ["old-a"])
    #expect(lists(provider).last?.contains("filter=") == true)
  }

  @Test func `a search works even if the provider refuses filters`() async throws {
    var quirks = FakeProvider.Quirks.able()
    quirks.refusesFilter = true
    let provider = FakeProvider(["c", "ab", "b"], quirks: quirks)
    let found = try await listing(provider, AccountQuery(search: "B"), size: 1)
    #expect(found.accounts.map(\.id) == ["old-ab", "old-b"])
    #expect(lists(provider).count { $0.contains("filter=") } == 1)
  }

  @Test func `missing or invalid attributes have no invented values`() async throws {
    let provider = FakeProvider(quirks: .able())
    provider.add(FakeProvider.User(id: "1", name: "a", created: "soon", active: nil))
    provider.add(
      FakeProvider.User(id: "2", name: "b", created: "1970-01-01T00:01:40.9Z", active: false))
    let accounts = try await listing(provider).accounts
    #expect(
      accounts == [
        Account(id: "1", username: Username("a"), created: nil, isActive: true),
        Account(id: "2", username: Username("b"), created: 100, isActive: false),
      ])
  }

  @Test func `F55 a page that is too large is split into smaller ones`() async throws {
    let large = HTTPFailure(.tooLarge, mayHaveArrived: true, detail: "large")
    let provider = FakeProvider(
      (0..<10).map { "a\($0)" }, quirks: .able(),
      before: { request in
        if request.url.contains("count=100&") || request.url.contains("count=25&") { throw large }
        return nil
      })
    let (accounts, error) = try await listing(provider)
    #expect(accounts.count == 10 && error == nil)
    let hopeless = try await listing(
      FakeProvider(
        quirks: .able(),
        before: { request in
          if request.url.contains("/Users?") { throw large }
          return nil
        }))
    #expect(hopeless.error == .unknown(.nonsense))
  }

  @Test func `a page that failed can be requested again`() async throws {
    let fails = Mutex([false, false, true, false])
    let provider = FakeProvider(
      ["a", "b", "c"], quirks: .able(),
      before: { _ in
        if fails.withLock({ $0.isEmpty ? false : $0.removeFirst() }) { throw lost }
        return nil
      })
    var pages = SCIMPages(service(provider), AccountQuery(), size: 2)
    #expect(try await pages.next()?.map(\.id) == ["old-a", "old-b"])
    await #expect(throws: DirectoryError.unknown(.unreachable)) { try await pages.next() }
    #expect(try await pages.next()?.map(\.id) == ["old-c"])
    #expect(try await pages.next() == nil)
  }

  @Test(arguments: [
    (500, UnknownReason.serviceError), (429, .rateLimited), (404, .notTheService),
    (302, .notTheService), (418, .nonsense), (200, .nonsense),
  ])
  func `F57 a response that is not a page is an error`(status: Int, reason: UnknownReason)
    async throws
  {
    for body in ["<html>", #"{"Resources":{}}"#, #"{"totalResults":1}"#] {
      let provider = FakeProvider(
        quirks: .able(), before: { $0.url.contains("/Users?") ? .json(status, body) : nil })
      #expect(try await listing(provider).error == .unknown(reason))
    }
  }
}

extension FakeProvider {
  /// The provider's response to the same request without the filter.
  fileprivate func ignoringFilter(_ request: HTTPRequest) async throws -> HTTPResponse? {
    var request = request
    if let filter = request.url.firstRange(of: "filter="),
      let end = request.url[filter.upperBound...].firstIndex(of: "&")
    {
      request.url.removeSubrange(filter.lowerBound...end)
    }
    return answer(request)
  }
}
