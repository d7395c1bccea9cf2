import Accounts
import HTTP
import Secrets
import Synchronization
import Testing
import Text

@testable import SCIMAccounts

struct CheckupTests {
  private func summary(_ findings: [Finding]) -> [String] {
    findings.map { "\($0.level) \($0.subject): \($0.detail)" }
  }

  @Test func `a healthy provider has only good findings, and nothing is left behind`() async throws
  {
    let provider = FakeProvider(["octocat"])
    let findings = await service(provider).checkup()
    #expect(
      summary(findings) == [
        "ok scim address: https://scim.test/v2",
        "ok scim discovery: filters are supported; no authentication scheme",
        "ok scim search: the token is accepted; filters are applied",
        "ok scim create: a user was created and found, and keeps its externalId",
        "ok scim conflict: a second user is refused with 409",
        "ok scim sign-in: passwords can be checked with a search",
        "ok scim delete: the test user was removed",
      ])
    #expect(findings.allSatisfy { $0.advice == nil })
    #expect(provider.users.map(\.name) == ["octocat"])
    let name = try #require(provider.bodies.first?.json?["userName"]?.asText)
    #expect(name.hasPrefix("signup-bot-doctor-"))
  }

  @Test func `every problem is reported with advice`() async {
    let schemes = #"[{"type":"oauthbearertoken"},{"type":"httpbasic"}]"#
    let provider = FakeProvider(
      ["octocat"],
      quirks: .init(
        ignoresFilter: true, second: .made, keepsExternalID: false, passwords: .refused,
        config: #"{"authenticationSchemes":\#(schemes)}"#))
    let findings = await service(provider).checkup()
    #expect(
      summary(findings) == [
        "ok scim address: https://scim.test/v2",
        "ok scim discovery: filters are supported; authentication with oauthbearertoken, httpbasic",
        "warning scim search: the token is accepted; filters are ignored",
        "warning scim create: a user was created, but its externalId is not kept",
        "error scim conflict: a second user with the same name can be created",
        "warning scim sign-in: passwords can't be checked",
        "ok scim delete: the test user was removed",
      ])
    #expect(findings.allSatisfy { ($0.advice == nil) == ($0.level == .ok) })
    #expect(provider.users.map(\.name) == ["octocat"])
  }

  @Test func `a second user that overwrites the first is an error`() async {
    let provider = FakeProvider(quirks: .init(second: .changesFirst))
    #expect(
      summary(await service(provider).checkup()).contains(
        "error scim conflict: a second user with the same name replaces the first one"))
    #expect(provider.users.isEmpty)
  }

  @Test func `F61 a rejected token ends the checkup`() async {
    let findings = await service(FakeProvider(), token: "another").checkup()
    #expect(summary(findings).last == "error scim: unauthorized: HTTP 401")
    #expect(findings.last?.advice?.contains("--scim-token-file") == true)
    #expect(findings.count == 3)
  }

  @Test func `F52 F60 an unreachable provider is reported with the reason`() async {
    for (reason, word) in [
      (HTTPFailure.Reason.unreachable, "unreachable"), (.badCertificate, "bad-certificate"),
      (.timedOut, "timed-out"),
    ] {
      let provider = FakeProvider(
        before: { _ in throw HTTPFailure(reason, mayHaveArrived: false, detail: "the detail") })
      let findings = await service(provider).checkup()
      #expect(summary(findings).last == "error scim: \(word): the detail")
      #expect(findings.last?.advice != nil)
      #expect(provider.requests.count == 1)
    }
  }

  @Test func `a provider that requires more attributes is reported`() async {
    let provider = FakeProvider(
      before: { $0.method == .post ? .json(400, #"{"detail":"emails is needed"}"#) : nil })
    let findings = await service(provider).checkup()
    #expect(
      summary(findings).suffix(2) == [
        "error scim create: a user was refused: emails is needed",
        "ok scim delete: nothing was left to remove",
      ])
    #expect(findings.dropLast().last?.advice?.contains("--scim-attribute") == true)
  }

  @Test func `the test account is removed, whatever fails after its creation`() async {
    for step in 0..<6 {
      let provider = FakeProvider()
      let counter = Counter()
      let exchange = FakeProvider(before: { request in
        let response = try await provider.send(request, within: .seconds(1))
        // The response to one request is lost, starting with the creation.
        if !provider.bodies.isEmpty && counter.next() == step { throw lost }
        return response
      })
      let findings = await service(exchange).checkup()
      #expect(provider.users.isEmpty, "\(step): \(summary(findings))")
      #expect(provider.bodies.count >= 1)
    }
  }

  @Test func `the test account is removed if the checkup is cancelled at any point`() async {
    for step in 0..<12 {
      let counter = Counter()
      let examination = Mutex<Task<[Finding], Never>?>(nil)
      let begun = AsyncStream<Void>.makeStream()
      let provider = FakeProvider(
        ["octocat"],
        before: { _ in
          for await _ in begun.stream { break }
          if counter.next() == step { examination.withLock { $0?.cancel() } }
          return nil
        })
      let task = Task { await service(provider).checkup() }
      examination.withLock { $0 = task }
      begun.continuation.finish()
      let findings = await task.value
      #expect(provider.users.map(\.name) == ["octocat"], "\(step): \(summary(findings))")
    }
  }

  @Test func `an account that could not be removed is named`() async throws {
    let provider = FakeProvider(before: { $0.method == .delete ? .json(403, "") : nil })
    let findings = await service(provider).checkup()
    let name = try #require(provider.users.first?.name)
    #expect(summary(findings).last == "error scim delete: the user could not be removed: HTTP 403")
    #expect(findings.last?.advice == "Remove the user \(name) by hand.")
  }

  @Test func `an unencrypted address is a warning, unless it is on this machine`() {
    #expect(Address.finding("http://example.org/v2", hasToken: true).level == .warning)
    #expect(Address.finding("http://localhost.example.org", hasToken: true).level == .warning)
    #expect(Address.finding("http://127.0.0.1.example.org", hasToken: true).level == .warning)
    for here in [
      "http://127.0.0.1:8080", "http://localhost/scim", "http://localhost", "http://[::1]:1",
    ] {
      #expect(Address.finding(here, hasToken: true).level == .ok, "\(here)")
    }
    #expect(Address.finding("https://example.org", hasToken: true).level == .ok)
  }
}

/// Counts from zero.
private final class Counter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
