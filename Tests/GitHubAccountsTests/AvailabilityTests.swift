import AccountContract
import Accounts
import FaultServer
import GitHubAccounts
import Secrets
import Testing
import Text

struct AvailabilityTests {
  typealias Play = FaultServer.Play

  typealias Contract = AccountServiceContract<GitHubAccounts>

  @Test(arguments: Contract.Rule.allCases)
  func `it meets the contract of account services`(rule: Contract.Rule) async throws {
    let github = try GitHub()
    let closed = try FaultServer.refusing()
    try await Contract(
      service: { github.service }, unreachable: { GitHub.service(closed.url) },
      taken: Username("octocat"), sameAsTaken: [Username("OctoCat")],
      free: [Username("octodog")], remembers: false, checksPasswords: true
    ).check(rule)
  }

  @Test(arguments: [
    "../login", "a?b", "a#b", "%2e%2e", "..", ".", "a/b", "a\\b", "a b", "\u{E9}", "a\r\nX: y",
    "//evil.example", "@evil.example",
  ])
  func `F28 no name leaves its path segment`(_ name: String) async throws {
    let github = try GitHub()
    #expect(try await github.availability(name) == .available)
    let request = try #require(github.server.requests.first)
    #expect(request.target == "/" + percentEncoded(name))
    #expect(!request.target.dropFirst().contains("/"))
  }

  @Test func `an empty name is not looked up`() async throws {
    let github = try GitHub()
    #expect(try await github.availability("") == .unknown(.nonsense))
    #expect(github.server.requests.isEmpty)
  }

  @Test func `the body of a page is not read, however long it is`() async throws {
    let head = "HTTP/1.1 200 OK\r\nX-GitHub-Request-Id: 1\r\nContent-Length: 200000000\r\n\r\n"
    let github = try GitHub { _ in
      .flood(
        beginning: Array(head.utf8), piece: Array(repeating: 0x78, count: 1000), times: 200_000)
    }
    #expect(try await github.availability("octocat") == .taken)
    try await github.server.wait { $0.departures == 1 }
    #expect(github.server.bytesSent < 16_000_000)
  }

  @Test func `either of GitHub's own headers is enough`() async throws {
    for header in [("server", "GitHub.com"), ("x-github-request-id", "1")] {
      let github = try GitHub { _ in .html(404, "", [header]) }
      #expect(try await github.availability("octodog") == .available)
    }
  }

  @Test(arguments: [
    ("a captive portal", Play.captivePortal), ("a proxy", .proxyNotFound),
    ("a bare 200", .status(200)), ("a bare 404", .status(404)),
    ("an empty sign", .status(404, [("X-GitHub-Request-Id", "")])),
    ("a proxy that wants a name", .html(407, "")),
  ])
  func `F59 a page that is not GitHub's says nothing about the name`(_ name: String, _ play: Play)
    async throws
  {
    let github = try GitHub { _ in play }
    #expect(try await github.availability("octocat") == .unknown(.notTheService))
    #expect(try await github.availability("octodog") == .unknown(.notTheService))
    let registration = Registration(username: Username("octodog"), password: Secret("x"))
    #expect(try await github.service.signUp(registration) == .notAsked(.notTheService))
  }

  @Test func `F59 a log-in page on another host says nothing about the name`() async throws {
    let portal = try FaultServer([.captivePortal])
    let url = portal.url
    let github = try GitHub { _ in .redirect(302, to: url + "/welcome") }
    #expect(try await github.availability("octocat") == .unknown(.notTheService))
    #expect(portal.connections == 0)
  }

  @Test func `F58 a redirect to another page says nothing about the name`() async throws {
    for target in ["/login?return_to=octodog", "/octocat", "/nobody"] {
      let github = try GitHub { request in
        request.path == "/octodog" ? .redirect(302, to: target) : nil
      }
      #expect(try await github.availability("octodog") == .unknown(.nonsense), "\(target)")
    }
  }

  @Test func `F58 a redirect that only corrects the case of a name is followed`() async throws {
    let github = try GitHub { request in
      request.path == "/OCTOCAT" ? .redirect(301, to: "/octocat") : nil
    }
    #expect(try await github.availability("OCTOCAT") == .taken)
  }

  @Test(arguments: [
    (Play.html(500, "oops", GitHub.sign), UnknownReason.serviceError),
    (.html(502, "gateway"), .serviceError), (.busy(503, retryAfter: nil), .serviceError),
    (.busy(503, retryAfter: "3600"), .rateLimited), (.busy(429, retryAfter: nil), .rateLimited),
    (.status(403, GitHub.sign + [("X-RateLimit-Remaining", "0")]), .rateLimited),
    (.status(403, GitHub.sign), .unauthorized), (.status(401, GitHub.sign), .unauthorized),
    (.html(414, "<html>too long", GitHub.sign), .nonsense),
    (.status(204, GitHub.sign), .nonsense),
    (.status(410, GitHub.sign), .nonsense), (.garbage, .nonsense), (.headerFlood, .nonsense),
    (.reset, .unreachable),
  ])
  func `F57 any status except 200 and 404 is unknown, with the reason`(
    _ play: Play, _ reason: UnknownReason
  )
    async throws
  {
    let github = try GitHub { _ in play }
    #expect(try await github.availability("octocat") == .unknown(reason))
  }

  @Test func `F53 a call past its deadline is unknown`() async throws {
    let github = try GitHub { _ in .silence }
    let task = Task { try await github.availability("octocat") }
    try await github.server.wait { $0.requests.count == 1 }
    try await github.clock.waitForSleepers(1)
    github.clock.advance(by: .seconds(10))
    #expect(try await task.value == .unknown(.timedOut))
  }

  @Test func `a sign-up is the mock's, and its page is GitHub's`() async throws {
    let github = try GitHub()
    let registration = Registration(username: Username("octodog"), password: Secret("planted"))
    let wanted = Receipt(page: github.server.url + "/octodog", isSimulated: true)
    #expect(try await github.service.signUp(registration) == .signedUp(wanted))
    #expect(github.server.requests.map(\.target) == ["/octodog"])
    #expect(github.service.page(of: nil) == github.server.url + "/join")
  }
}
