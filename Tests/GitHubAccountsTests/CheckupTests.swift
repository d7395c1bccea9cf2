import Accounts
import FaultServer
import GitHubAccounts
import Testing

struct CheckupTests {
  private func findings(_ github: GitHub) async -> [String] {
    await github.service.checkup().map { "\($0.level) \($0.subject): \($0.detail)" }
  }

  @Test func `a working GitHub passes, with the number of requests left`() async throws {
    let github = try GitHub()
    let url = github.server.url
    #expect(
      await findings(github) == [
        "warning github tls: \(url) does not use TLS: passwords can be read in transit",
        "warning github tls: \(url) does not use TLS: passwords can be read in transit",
        "ok github pages: \(url) is GitHub",
        "ok github api: \(url)/api/v3 answers, 59 of 60 requests left",
        "warning github sign-up: it is simulated by the mock: no account is created",
      ])
  }

  @Test func `another server in place of GitHub is an error`() async throws {
    let github = try GitHub { _ in .captivePortal }
    let findings = await github.service.checkup().filter { $0.level == .error }
    #expect(findings.map(\.subject) == ["github pages", "github api"])
    #expect(findings.allSatisfy { $0.detail == "status 200, but not from GitHub" })
    #expect(findings.allSatisfy { $0.advice != nil })
  }

  @Test func `an Enterprise server in private mode is reported`() async throws {
    let github = try GitHub { request in
      request.path.hasPrefix("/nobody") ? .redirect(302, to: "/login") : nil
    }
    let finding = await github.service.checkup().first { $0.level == .error }
    #expect(finding?.advice?.contains("private mode") == true)
  }

  @Test func `a server that can't be reached is reported for each check`() async throws {
    let closed = try FaultServer.refusing()
    let findings = await GitHub.service(closed.url).checkup().filter { $0.level == .error }
    #expect(findings.map(\.subject) == ["github pages", "github api"])
    #expect(findings.allSatisfy { $0.detail.contains("refused") })
  }

  @Test func `no requests left is a warning, and so is Moya's call`() async throws {
    let none = GitHub.sign + [("X-RateLimit-Limit", "60"), ("X-RateLimit-Remaining", "0")]
    let github = try GitHub(.authorizations) { request in
      request.path == "/api/v3/rate_limit" ? .json(200, "{}", none) : nil
    }
    let findings = await findings(github)
    #expect(findings.contains("warning github api: none of the 60 requests per hour are left"))
    #expect(findings.contains { $0.hasPrefix("warning github sign-in: ") })
  }
}
