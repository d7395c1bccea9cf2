import FaultServer
import HTTP
import Secrets
import Testing

struct RedirectTests {
  private func request(_ url: String) -> HTTPRequest {
    HTTPRequest(.get, url, authorization: .bearer(Secret("planted")))
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `F58 a redirect on the same host is followed`(_ status: Int) async throws {
    let server = try FaultServer { request in
      switch request.target {
      case "/a/b?q": .redirect(status, to: "../c?x=1#part")
      case "/c?x=1": .redirect(status, to: "/d")
      default: .status(200, [], request.target)
      }
    }
    let response = try await Asking().send(request(server.url + "/a/b?q"))
    #expect(String(decoding: response.body, as: UTF8.self) == "/d")
    #expect(response.url == server.url + "/d")
    #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer planted" })
  }

  @Test func `F58 a redirect loop is detected`() async throws {
    let server = try FaultServer { .redirect(to: $0.target == "/a" ? "/b" : "/a") }
    let failure = try await Asking().failure(server.url + "/a")
    #expect(failure.reason == .redirected)
    #expect(server.requests.count == 2)
  }

  @Test func `F58 five redirects are followed, and a sixth is not`() async throws {
    let server = try FaultServer { request in
      let number = Int(request.target.dropFirst()) ?? 0
      return number == 0 ? .status(200) : .redirect(to: "/\(number - 1)")
    }
    #expect(try await Asking().get(server.url + "/5").status == 200)
    #expect(try await Asking().failure(server.url + "/6").reason == .redirected)
  }

  @Test
  func `F58 neither requests nor credentials follow a redirect to another host, port or scheme`()
    async throws
  {
    let other = try FaultServer([.status(200)])
    let port = other.port
    let targets = [
      other.url, "//127.0.0.1:\(port)/", "http://localhost:\(port)/",
      "https://127.0.0.1:\(port)/", "http://127.0.0.1:\(port)@127.0.0.1:\(port)/",
      "http:\\\\127.0.0.1:\(port)", "ftp://127.0.0.1/", "http://", "javascript:alert(1)",
    ]
    for target in targets {
      let server = try FaultServer([.redirect(to: target)])
      let failure = try await Asking().failure(request(server.url))
      #expect(failure.reason == .redirected, "\(target)")
      #expect(!failure.detail.contains("planted"))
      #expect(server.requests.count == 1)
    }
    #expect(other.connections == 0)
  }

  @Test func `F58 a redirect of a request other than a read is returned as its response`()
    async throws
  {
    let server = try FaultServer([.redirect(307, to: "/elsewhere")])
    let response = try await Asking().post(server.url)
    #expect(response.status == 307)
    #expect(response.header("Location") == "/elsewhere")
    #expect(server.requests.count == 1)
  }

  @Test func `a redirect without a target is returned as the response`() async throws {
    let server = try FaultServer([.status(301)])
    #expect(try await Asking().get(server.url).status == 301)
  }
}
