import FaultServer
import Secrets
import Testing

@testable import HTTP

struct ProxyTests {
  @Test func `a request goes through the proxy, which learns only the destination`() async throws {
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

  @Test func `a TLS connection passes through the proxy to the server`() async throws {
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

  @Test(arguments: [403, 404, 407, 502])
  func `if the proxy refuses the connection, the server is unreachable`(_ status: Int) async throws
  {
    let proxy = try FaultServer([.status(status)])
    let asking = Asking(["http_proxy": proxy.url])
    let failure = try await asking.failure(
      HTTPRequest(.post, "http://example.invalid/", body: Secret("planted")))
    #expect(failure.reason == .unreachable)
    #expect(!failure.mayHaveArrived)
    #expect(failure.detail.contains("proxy"), "\(failure.detail)")
    #expect(proxy.requests.allSatisfy { $0.body.isEmpty })
  }

  @Test func `if the proxy is not running, the server is unreachable`() async throws {
    let closed = try FaultServer.refusing()
    let failure = try await Asking(["http_proxy": closed.url]).failure("http://example.invalid/")
    #expect(failure.reason == .unreachable)
    #expect(!failure.mayHaveArrived)
  }

  @Test(
    arguments: ["127.0.0.1", "*", "10.0.0.0/8,127.0.0.0/8", "example.org, 127.0.0.1"],
    [("http_proxy", "no_proxy"), ("ALL_PROXY", "NO_PROXY")])
  func `hosts are excepted individually, by range or all at once`(
    exceptions: String, variables: (proxy: String, none: String)
  ) async throws {
    let server = try FaultServer([.status(200)])
    let proxy = try FaultServer([.status(500)])
    let asking = Asking([variables.proxy: proxy.url, variables.none: exceptions])
    #expect(try await asking.get(server.url).status == 200)
    #expect(proxy.connections == 0)
  }

  @Test(arguments: [
    "ftp://user:password@proxy", "gopher://proxy", "http://user:password@proxy:port", "http://",
  ])
  func `an unsupported or invalid proxy is an error, and is not bypassed`(_ proxy: String)
    async throws
  {
    let server = try FaultServer([.status(200)])
    let failure = try await Asking(["all_proxy": proxy]).failure(server.url)
    #expect(failure.reason == .unreachable)
    #expect(!failure.mayHaveArrived)
    #expect(!failure.detail.contains("password"))
    #expect(server.connections == 0)
  }
}
