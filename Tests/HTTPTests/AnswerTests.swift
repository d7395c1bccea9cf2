import FaultServer
import HTTP
import Secrets
import Testing

struct AnswerTests {
  @Test func `a request and its response are transferred completely`() async throws {
    let server = try FaultServer([.json(201, #"{"id":"1"}"#, [("Location", "/Users/1")])])
    let asking = Asking()
    let response = try await asking.send(
      HTTPRequest(
        .post, server.url + "/Users?x=a%20b", headers: [("Content-Type", "application/json")],
        authorization: .bearer(Secret("token")), body: Secret(#"{"password":"xqzv-kjwp"}"#)))
    #expect(response.status == 201)
    #expect(response.header("location") == "/Users/1")
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"id":"1"}"#)
    #expect(response.url == server.url + "/Users?x=a%20b")
    let request = try #require(server.requests.first)
    #expect((request.method, request.target) == ("POST", "/Users?x=a%20b"))
    #expect(request.text == #"{"password":"xqzv-kjwp"}"#)
    #expect(request.header("Authorization") == "Bearer token")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("User-Agent") == "signup-bot/0.1.0")
    #expect(request.header("Host") == "127.0.0.1:\(server.port)")
  }

  @Test func `a response without a body ends with its headers`() async throws {
    let server = try FaultServer([.status(204)])
    #expect(try await Asking().get(server.url).body.isEmpty)
  }

  @Test func `requests to one server share a connection`() async throws {
    let server = try FaultServer([.status(200)])
    let asking = Asking()
    for _ in 0..<3 { _ = try await asking.get(server.url) }
    #expect(server.requests.count == 3)
    #expect(server.connections == 1)
  }

  @Test func `a name and a password are encoded as RFC 7617 specifies`() async throws {
    let server = try FaultServer([.status(200)])
    let asking = Asking()
    for (name, password) in [("Aladdin", "open sesame"), ("test", "123\u{A3}"), ("", "")] {
      _ = try await asking.send(
        HTTPRequest(
          .get, server.url,
          authorization: .basic(username: name, password: Secret(password))))
    }
    let sent = server.requests.map { $0.header("Authorization") }
    #expect(
      sent == ["Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Basic dGVzdDoxMjPCow==", "Basic Og=="])
  }

  @Test func `credentials that a header can't contain are neither sent nor revealed`() async throws
  {
    let server = try FaultServer([.status(200)])
    let asking = Asking()
    for credentials in [
      HTTPRequest.Authorization.bearer(Secret("planted\ntoken")), .bearer(Secret("")),
      .basic(username: "a:b", password: Secret("planted")),
    ] {
      let failure = try await asking.failure(
        HTTPRequest(.get, server.url, authorization: credentials))
      #expect(!failure.mayHaveArrived)
      #expect(!failure.detail.contains("planted"))
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `if the body is not read, the response is complete after its headers`() async throws {
    let server = try FaultServer([.hugeBody])
    let response = try await Asking().send(
      HTTPRequest(.get, server.url, readsBody: false))
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
    try await server.wait { $0.departures == 1 }
  }

  @Test(arguments: [
    ("that ends with its connection", "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nwell"),
    (
      "after an interim one",
      "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwell"
    ),
  ])
  func `a response is complete`(_ which: String, _ text: String) async throws {
    let server = try FaultServer([.bytes(Array(text.utf8))])
    let response = try await Asking().get(server.url)
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self) == "well")
  }

  @Test func `a connection that the server closes is not reused`() async throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwell"
    let server = try FaultServer([.bytes(Array(text.utf8))])
    let asking = Asking()
    for count in 1...3 {
      #expect(try await asking.post(server.url).status == 200)
      try await server.wait { $0.departures == count }
    }
    #expect(server.connections == 3)
  }

  @Test func `many requests can be sent at once`() async throws {
    let server = try FaultServer { .status(200, [], $0.target) }
    let asking = Asking()
    let url = server.url
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<50 {
        group.addTask {
          let body = try await asking.get("\(url)/\(index)").body
          return String(decoding: body, as: UTF8.self) == "/\(index)"
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func `a timeout of zero fails as timed out`() async throws {
    let server = try FaultServer([.silence])
    let exchange = Asking().exchange
    let failure = try #require(
      await #expect(throws: HTTPFailure.self) {
        try await exchange.send(HTTPRequest(.get, server.url), within: .zero)
      })
    #expect(failure.reason == .timedOut)
  }

  @Test func `an invalid URL is unreachable, and nothing is sent`() async throws {
    for url in ["", "example.org", "ftp://example.org/", "http://u:planted@127.0.0.1/"] {
      let failure = try await Asking().failure(url)
      #expect(failure.reason == .unreachable)
      #expect(!failure.mayHaveArrived)
      #expect(!failure.detail.contains("planted"))
    }
  }

  @Test func `a cancelled call ends at once and closes its connection`() async throws {
    let server = try FaultServer([.silence])
    let asking = Asking()
    let url = server.url
    let task = Task { try await asking.get(url) }
    try await server.wait { $0.requests.count == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await server.wait { $0.departures == 1 }
  }

  @Test func `F73 a response with an invalid status is malformed`() async throws {
    let statuses = [
      "000", "001", "042", "099", "600", "999", "1000", "20", "2x0", "-20", "", "٢٠٠",
    ]
    for status in statuses {
      for method in [HTTPRequest.Method.get, .post] {
        let text = "HTTP/1.1 \(status) So it is\r\nContent-Length: 2\r\n\r\n{}"
        let server = try FaultServer([.bytes(Array(text.utf8))])
        let failure = try await Asking().failure(HTTPRequest(method, server.url))
        #expect(failure.reason == .malformed, "\(status): \(failure)")
        #expect(failure.mayHaveArrived)
        #expect(server.requests.count == (method == .get ? 3 : 1))
      }
    }
  }

  @Test(arguments: [
    "HTTP/0.9 200 OK", "HTTP/7.7 200 OK", "HTTP/1.1", "HTTP/1.1\t200 OK", "HTTP/ 200",
    "http/1.1 200",
    "HTTP/1.1200 OK", "SIP/2.0 200 OK", "\0\0\0\0", "ICY 200 OK", "HTTP/1.1 200\0",
  ])
  func `F73 an invalid status line does not crash the program`(_ line: String) async throws {
    for end in ["\r\n\r\n", "\r\nContent-Length: 2\r\n\r\n{}", "\n\n", ""] {
      let server = try FaultServer([.bytes(Array((line + end).utf8))])
      do {
        let response = try await Asking().post(server.url)
        #expect((100...599).contains(response.status))
      } catch let failure as HTTPFailure {
        #expect([.malformed, .unreachable].contains(failure.reason), "\(failure)")
        #expect(failure.mayHaveArrived)
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a header with control characters is not sent`() async throws {
    let server = try FaultServer([.status(200)])
    for value in ["a\r\nX-Evil: 1", "a\nb", "a\0b", "\u{7F}"] {
      let failure = try await Asking().failure(
        HTTPRequest(.put, server.url, headers: [("If-Match", value)], body: Secret("{}")))
      #expect(!failure.mayHaveArrived)
    }
    #expect(server.connections == 0)
  }

  @Test func `an empty header is sent, and no headers are added by libcurl`() async throws {
    let server = try FaultServer([.status(200)])
    _ = try await Asking().send(
      HTTPRequest(.put, server.url, headers: [("X-Empty", "")], body: Secret("{}")))
    let request = try #require(server.requests.first)
    #expect(request.header("X-Empty") == "")
    #expect(request.header("Expect") == nil)
    #expect(request.header("Content-Type") == nil)
    #expect((request.method, request.text) == ("PUT", "{}"))
  }

  @Test func `a request other than a read uses its own connection and is sent once`() async throws {
    // The second request on a connection finds it closed, as after a long idle time.
    let server = try FaultServer { $0.method == "GET" ? .status(200) : .noReply }
    let asking = Asking()
    _ = try await asking.get(server.url)
    for method in [HTTPRequest.Method.delete, .post] {
      let failure = try await asking.failure(HTTPRequest(method, server.url))
      #expect(failure.mayHaveArrived)
    }
    #expect(server.requests.map(\.method) == ["GET", "DELETE", "POST"])
  }
}
