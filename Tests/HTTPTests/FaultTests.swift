import Accounts
import FaultServer
import HTTP
import Secrets
import Testing

struct FaultTests {
  typealias Play = FaultServer.Play

  @Test func `F52 if the port is closed, no request has arrived`() async throws {
    let closed = try FaultServer.refusing()
    for request in [
      HTTPRequest(.get, closed.url), HTTPRequest(.post, closed.url, body: Secret("{}")),
    ] {
      let asking = Asking()
      let failure = try await asking.failure(request)
      #expect(failure.reason == .unreachable)
      #expect(!failure.mayHaveArrived)
      #expect(failure.detail.contains("refused"), "\(failure.detail)")
    }
  }

  @Test func `F52 if the host does not exist, no request has arrived`() async throws {
    // A label can't have 64 letters, so the resolver rejects the name without a network.
    let host = String(repeating: "x", count: 64) + ".invalid"
    let failure = try await Asking().failure("http://\(host)/")
    #expect(failure.reason == .unreachable)
    #expect(!failure.mayHaveArrived)
    #expect(failure.detail.contains("no such host"), "\(failure.detail)")
  }

  @Test(arguments: [HTTPRequest.Method.get, .post])
  func `F53 a server that never responds times out, and the request may have arrived`(
    method: HTTPRequest.Method
  ) async throws {
    let body = method == .post ? Secret("{}") : nil
    let failure = try await expectTimeout(
      of: HTTPRequest(method, "/", body: body), playing: .silence
    ) { $0.requests.count == 1 }
    #expect(failure.mayHaveArrived)
  }

  @Test func `F53 a server that sends one byte at a time times out at the deadline`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n"
    // In the headers, and in the body.
    for (text, count) in [(head, 10), (head + String(repeating: "x", count: 1000), 60)] {
      try await expectTimeout(
        of: HTTPRequest(.get, "/"), playing: .drip(Array(text.utf8), milliseconds: 1)
      ) { $0.bytesSent >= count }
    }
  }

  /// Moves the clock to the deadline as soon as `condition` holds for the server.
  @discardableResult
  private func expectTimeout(
    of request: HTTPRequest, playing play: Play,
    when condition: @escaping @Sendable (FaultServer) -> Bool
  ) async throws -> HTTPFailure {
    let server = try FaultServer([play])
    let asking = Asking()
    var request = request
    request.url = server.url + request.url
    let asked = request
    let task = Task { try await asking.failure(asked) }
    try await server.wait(until: condition)
    try await asking.clock.waitForSleepers(1)
    asking.clock.advance(by: .seconds(9))
    #expect(server.departures == 0, "the connection was closed before the deadline")
    asking.clock.advance(by: .seconds(1))
    let failure = try await task.value
    #expect(failure.reason == .timedOut)
    try await server.wait { $0.departures == 1 }
    return failure
  }

  private static let broken = [
    ("reset", Play.reset, HTTPFailure.Reason.unreachable),
    ("no reply", .noReply, .unreachable), ("garbage", .garbage, .malformed),
    ("short body", .shortBody, .malformed), ("short chunk", .shortChunk, .malformed),
    ("short head", .shortHead, .malformed),
  ]

  @Test(arguments: broken)
  func `F54 a read is retried if its response is broken`(
    _ name: String, _ play: Play, _ reason: HTTPFailure.Reason
  ) async throws {
    let server = try FaultServer([play, play, .status(200, [], "well")])
    let asking = Asking()
    let response = try await asking.get(server.url)
    #expect(String(decoding: response.body, as: UTF8.self) == "well")
    #expect(server.requests.count == 3)
    #expect(asking.notices == [.triesAgain, .triesAgain])
    // Full jitter: at most 250 ms, then at most 500 ms.
    #expect(zip(asking.clock.passed, [250, 500]).allSatisfy { $0 <= .milliseconds($1) })

    let broken = try FaultServer([play])
    let failure = try await Asking().failure(broken.url)
    #expect(failure.reason == reason, "\(failure)")
    #expect(failure.mayHaveArrived)
    #expect(broken.requests.count == 3)
  }

  @Test(arguments: broken)
  func `F54 a request other than a read is never retried, and may have arrived`(
    _ name: String, _ play: Play, _ reason: HTTPFailure.Reason
  ) async throws {
    for method in [HTTPRequest.Method.post, .patch, .delete] {
      let server = try FaultServer([play])
      let asking = Asking()
      let body = method == .delete ? nil : Secret("{}")
      let failure = try await asking.failure(HTTPRequest(method, server.url, body: body))
      #expect(failure.reason == reason, "\(failure)")
      #expect(failure.mayHaveArrived)
      #expect(server.requests.count == 1)
      #expect(asking.notices.isEmpty)
    }
  }

  @Test(arguments: [
    ("headers", Play.headerFlood), ("one header", .longHeader),
    ("status line", .longStatusLine), ("preliminary answers", .preliminaryFlood),
    ("told length", .hugeBody), ("chunks", .endlessBody), ("chunk line", .longChunkLine),
    ("trailers", .trailerFlood),
  ])
  func `F55 a flood of 200 MB is cut off at the limit`(_ name: String, _ play: Play) async throws {
    let server = try FaultServer([play])
    let asking = Asking()
    let failure = try await asking.failure(server.url)
    #expect(failure.reason == .tooLarge, "\(failure)")
    try await server.wait { $0.departures == 1 }
    #expect(server.requests.count == 1)
    // The limit on the wire, plus what the system buffers in transit.
    #expect(server.bytesSent < 16_000_000)
  }

  @Test(arguments: [true, false])
  func `F55 a body of the maximum size is accepted, and one more byte is not`(
    isLengthDeclared: Bool
  ) async throws {
    let cap = 1 << 20
    let server = try FaultServer { request in
      let body = [UInt8](repeating: 0x78, count: request.path == "/cap" ? cap : cap + 1)
      return isLengthDeclared
        ? .reply(status: 200, headers: [], body: body)
        : .bytes(Array("HTTP/1.0 200 OK\r\n\r\n".utf8) + body)
    }
    let asking = Asking()
    #expect(try await asking.get(server.url + "/cap").body.count == cap)
    #expect(try await asking.failure(server.url + "/more").reason == .tooLarge)
  }
}
