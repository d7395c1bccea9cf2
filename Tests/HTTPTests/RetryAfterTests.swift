import Accounts
import FaultServer
import HTTP
import Secrets
import Testing

struct RetryAfterTests {
  private static let sent = ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")

  private func waits(_ count: Int) -> ServiceNotice {
    .waits(seconds: count)
  }

  @Test(arguments: [
    ("2", 2), ("Sun, 06 Nov 1994 08:49:40 GMT", 3), ("Sunday, 06-Nov-94 08:49:40 GMT", 3),
    ("Sun Nov  6 08:49:40 1994", 3),
  ])
  func `F56 a read is retried after the wait that the server asks for`(
    _ value: String, _ seconds: Int
  )
    async throws
  {
    for status in [429, 503] {
      let server = try FaultServer([
        .busy(status, retryAfter: value, [Self.sent]), .status(200),
      ])
      let asking = Asking()
      #expect(try await asking.get(server.url).status == 200)
      #expect(asking.clock.passed == [.seconds(seconds)])
      #expect(asking.notices == [waits(seconds)])
    }
  }

  @Test(arguments: [
    "11", "3600", "99999999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT",
  ])
  func `F56 a wait beyond the deadline fails at once`(_ value: String) async throws {
    for status in [429, 503] {
      let server = try FaultServer([.busy(status, retryAfter: value, [Self.sent])])
      let asking = Asking()
      let failure = try await asking.failure(server.url)
      #expect(failure.reason == .rateLimited)
      #expect(server.requests.count == 1)
      #expect(asking.clock.passed.isEmpty)
    }
  }

  @Test func `F56 a wait beyond the limit fails at once, even before the deadline`()
    async throws
  {
    let server = try FaultServer([.busy(503, retryAfter: "31"), .status(200)])
    let clock = ManualClock(passing: .seconds(60))
    let exchange = CurlExchange(environment: [:], clock: clock)
    let failure = try #require(
      await #expect(throws: HTTPFailure.self) {
        try await exchange.send(HTTPRequest(.get, server.url), within: .seconds(100))
      })
    #expect(failure.reason == .rateLimited)
    #expect(clock.passed.isEmpty)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    nil, "", "-1", "soon", "1.5", "0x10", "Sun, 32 Nov 1994 08:49:37 GMT", "99:99",
    "Sun, 06 Nov 1994 25:49:37 GMT",
  ])
  func `F56 an invalid wait becomes a short pause`(_ value: String?) async throws {
    let server = try FaultServer([
      .busy(503, retryAfter: value, [Self.sent]), .status(200),
    ])
    let asking = Asking()
    #expect(try await asking.get(server.url).status == 200)
    #expect(asking.clock.passed.allSatisfy { $0 <= .milliseconds(250) })
    #expect(asking.notices == [.triesAgain])
  }

  @Test func `F56 a time in the past becomes a short pause`() async throws {
    for value in ["0", "Sun, 06 Nov 1994 08:49:30 GMT"] {
      let server = try FaultServer([
        .busy(429, retryAfter: value, [Self.sent]), .status(200),
      ])
      let asking = Asking()
      #expect(try await asking.get(server.url).status == 200)
      #expect(asking.clock.passed.allSatisfy { $0 <= .milliseconds(250) })
    }
  }

  @Test func `F56 a server that always asks to wait fails after all tries`() async throws {
    let server = try FaultServer([.busy(503, retryAfter: "1")])
    let asking = Asking()
    #expect(try await asking.failure(server.url).reason == .rateLimited)
    #expect(asking.clock.passed == [.seconds(1), .seconds(1)])
    #expect(server.requests.count == 3)
  }

  @Test func `F56 a busy status without a wait is returned after all tries`()
    async throws
  {
    let server = try FaultServer([.busy(503, retryAfter: nil)])
    #expect(try await Asking().get(server.url).status == 503)
    #expect(server.requests.count == 3)
  }

  @Test func `F56 a request other than a read is never retried, even if the server asks to wait`()
    async throws
  {
    let server = try FaultServer([.busy(429, retryAfter: "1")])
    let asking = Asking()
    #expect(try await asking.post(server.url).status == 429)
    #expect(server.requests.count == 1)
    #expect(asking.notices.isEmpty)
  }
}
