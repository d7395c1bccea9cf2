import FaultServer
import Secrets
import Testing

@testable import HTTPExchange

struct ProxyChoiceTests {
  private func route(_ environment: [String: String], _ url: String) throws -> ProxyRoute {
    try Proxies(environment: environment).route(to: #require(WebAddress(url)))
  }

  private func http(
    _ host: String, _ port: Int, _ authorization: String? = nil
  ) -> ProxyRoute {
    .http(host: host, port: port, authorization: authorization)
  }

  @Test func `a proxy is chosen by the URL's scheme, in curl's order`() throws {
    let all = [
      "http_proxy": "http://one:1", "https_proxy": "http://two:2", "HTTPS_PROXY": "http://three:3",
      "all_proxy": "http://four:4", "ALL_PROXY": "http://five:5",
    ]
    let order: [(String, String, ProxyRoute)] = [
      ("http_proxy", "http://example.org", http("one", 1)),
      ("https_proxy", "https://example.org", http("two", 2)),
      ("HTTPS_PROXY", "https://example.org", http("three", 3)),
      ("all_proxy", "https://example.org", http("four", 4)),
      ("ALL_PROXY", "https://example.org", http("five", 5)),
    ]
    var environment = all
    for (name, url, wanted) in order {
      #expect(try route(environment, url) == wanted)
      environment[name] = nil
    }
    #expect(try route(environment, "https://example.org") == .direct)
  }

  @Test func `HTTP_PROXY in capitals is not read, since a CGI program gets it from anybody`() throws
  {
    #expect(try route(["HTTP_PROXY": "http://evil:1"], "http://example.org") == .direct)
  }

  @Test func `an empty variable is no proxy, and hides those after it`() throws {
    let environment = ["https_proxy": "", "HTTPS_PROXY": "http://one:1", "ALL_PROXY": "http://two"]
    #expect(try route(environment, "https://example.org") == .direct)
  }

  @Test(arguments: [
    ("proxy", ProxyRoute.http(host: "proxy", port: 1080, authorization: nil)),
    ("proxy:3128", .http(host: "proxy", port: 3128, authorization: nil)),
    ("HTTP://Proxy:3128/", .http(host: "proxy", port: 3128, authorization: nil)),
    ("http://[::1]:3128", .http(host: "::1", port: 3128, authorization: nil)),
    (
      "http://user:p%40ss@proxy:1",
      .http(host: "proxy", port: 1, authorization: "dXNlcjpwQHNz")
    ),
    ("http://user@proxy:1", .http(host: "proxy", port: 1, authorization: "dXNlcjo=")),
    ("socks5://proxy", .socks(host: "proxy", port: 1080)),
    ("socks5h://proxy:9050", .socks(host: "proxy", port: 9050)),
  ])
  func `a proxy is written as curl reads it`(_ text: String, _ wanted: ProxyRoute) throws {
    #expect(try route(["https_proxy": text], "https://example.org") == wanted)
  }

  @Test(arguments: [
    "https://proxy:3128", "socks4://proxy", "ftp://proxy", "http://", "http://proxy:0",
    "http://proxy:port", "http://us%er@proxy", "socks5://user:password@proxy", "a b",
  ])
  func `a proxy of another kind is an error, not passed by`(_ text: String) throws {
    let failure = try #require(
      #expect(throws: HTTPFailure.self) {
        try route(["https_proxy": text], "https://example.org")
      })
    #expect(!failure.mayHaveArrived)
    #expect(!failure.detail.contains("password"))
  }

  @Test(arguments: [
    ("example.org", true), (".example.org", true), ("EXAMPLE.ORG", true), ("org", true),
    ("a.test, example.org", true), ("*", true), ("example.org.", true),
    ("ample.org", false), ("www.example.org", false), ("", false), (",", false), (".", false),
    ("*.example.org", false),
  ])
  func `hosts are excepted by their names' ends`(_ exceptions: String, _ isDirect: Bool) throws {
    let environment = ["https_proxy": "http://proxy:1", "no_proxy": exceptions]
    #expect(
      try route(environment, "https://example.org") == (isDirect ? .direct : http("proxy", 1)))
    let below = try route(environment, "https://api.example.org/x")
    #expect(below == (isDirect ? .direct : http("proxy", 1)))
  }

  @Test(arguments: [
    ("10.1.2.3", true), ("10.0.0.0/8", true), ("10.1.2.0/23", true), ("0.0.0.0/0", true),
    ("10.1.2.4", false), ("10.1.4.0/23", false), ("2.3", false), ("10.0.0.0/33", false),
    ("10.0.0.0/x", false), ("::/0", false),
  ])
  func `addresses are excepted one by one and by ranges`(_ text: String, _ isDirect: Bool) throws {
    let environment = ["https_proxy": "http://proxy:1", "NO_PROXY": text]
    #expect(try route(environment, "https://10.1.2.3") == (isDirect ? .direct : http("proxy", 1)))
    let six = ["https_proxy": "http://proxy:1", "NO_PROXY": "[fe80::1],fd00::/8"]
    #expect(try route(six, "https://[fe80::1]:8443") == .direct)
    #expect(try route(six, "https://[fdab::1]") == .direct)
    #expect(try route(six, "https://[fe80::2]") == http("proxy", 1))
  }
}

#if HTTP
  struct ProxyTests {
    @Test func `a request goes through the proxy, which is told only where to`() async throws {
      let server = try FaultServer([.status(200, [], "well")])
      let port = server.port
      let proxy = try FaultServer { _ in .tunnel(port: port) }
      let asking = Asking(["http_proxy": "http://user:word@127.0.0.1:\(proxy.port)"])
      let response = try await asking.send(
        HTTPRequest(
          .get, "http://example.invalid/path", authorization: .bearer(Secret("planted"))))
      #expect(String(decoding: response.body, as: UTF8.self) == "well")
      let told = try #require(proxy.requests.first)
      #expect((told.method, told.target) == ("CONNECT", "example.invalid:80"))
      #expect(told.header("Proxy-Authorization") == "Basic dXNlcjp3b3Jk")
      #expect(told.header("Authorization") == nil)
      let asked = try #require(server.requests.first)
      #expect(asked.header("Proxy-Authorization") == nil)
      #expect(asked.header("Authorization") == "Bearer planted")
    }

    @Test func `TLS reaches through the proxy to the server`() async throws {
      let page = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwell"
      let server = try TLSServer(names: "DNS:example.invalid", pages: ["page": page])
      let port = server.port
      let proxy = try FaultServer { _ in .tunnel(port: port) }
      let asking = Asking([
        "HTTPS_PROXY": "http://127.0.0.1:\(proxy.port)", "SSL_CERT_FILE": server.certificate,
      ])
      let response = try await asking.get("https://example.invalid/page")
      #expect(String(decoding: response.body, as: UTF8.self) == "well")
      #expect(proxy.requests.map(\.target) == ["example.invalid:443"])
    }

    @Test func `an excepted host is asked straight`() async throws {
      let server = try FaultServer([.status(200)])
      let proxy = try FaultServer([.status(500)])
      let asking = Asking(["http_proxy": proxy.url, "no_proxy": "127.0.0.1"])
      #expect(try await asking.get(server.url).status == 200)
      #expect(proxy.connections == 0)
    }

    @Test(arguments: [403, 404, 407, 502])
    func `a proxy that says no makes the server unreachable`(_ status: Int) async throws {
      let proxy = try FaultServer([.status(status)])
      let asking = Asking(["http_proxy": proxy.url])
      let failure = try await asking.failure(
        HTTPRequest(.post, "http://example.invalid/", body: Secret("planted")))
      #expect(failure.reason == .unreachable)
      #expect(!failure.mayHaveArrived)
      #expect(failure.detail.contains("proxy"), "\(failure.detail)")
      #expect(proxy.requests.allSatisfy { $0.body.isEmpty })
    }

    @Test func `a proxy that nobody runs makes the server unreachable`() async throws {
      let closed = try FaultServer.refusing()
      let failure = try await Asking(["http_proxy": closed.url]).failure("http://example.invalid/")
      #expect(failure.reason == .unreachable)
      #expect(!failure.mayHaveArrived)
    }
  }
#endif
