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

  private static let secret = "xqzv-kjwp-fmgh-ty9A"

  @Test(arguments: [
    secret, "x?y=\(secret)", "%78%71%7a%76%2d%6B%6a%77%70-fmgh", "%2578qzv%252Dkjwp-fmgh",
    "eHF6di1randwLWZtZ2gtdHk5QQ==", "eHF6di1randwLWZtZ2gtdHk5QQ", "7871717a762d6b6a77702d666d6768",
    "XQZV-KJWP-FMGH", "kjwp-fmgh", "A9yt-hgmf-pwjk-vzqx",
  ])
  func `F58 no redirect puts a secret into a URL, in whatever encoding`(_ place: String)
    async throws
  {
    let authorizations: [HTTPRequest.Authorization] = [
      .bearer(Secret(Self.secret)), .basic(username: "octodog", password: Secret(Self.secret)),
    ]
    for authorization in authorizations {
      let server = try FaultServer { request in
        request.target == "/start" ? .redirect(to: "/" + place) : .status(200)
      }
      let failure = try await Asking().failure(
        HTTPRequest(.get, server.url + "/start", authorization: authorization))
      #expect(failure.reason == .holdsSecret)
      #expect(failure.mayHaveArrived)
      #expect(!failure.detail.contains("kjwp"))
      #expect(server.requests.map(\.target) == ["/start"])
    }
  }

  @Test func `F58 a secret sent earlier stays out of URLs as long as the program has it`()
    async throws
  {
    let server = try FaultServer { request in
      request.method == "GET" && request.target == "/a"
        ? .redirect(to: "/" + Self.secret) : .status(200)
    }
    let asking = Asking()
    let secret = Secret(Self.secret)
    _ = try await asking.send(
      HTTPRequest(.post, server.url, body: Secret("{}"), secrets: [secret]))
    #expect(try await asking.failure(server.url + "/a").reason == .holdsSecret)
    withExtendedLifetime(secret) {}
    #expect(server.requests.map(\.target) == ["/", "/a"])
  }

  @Test func `F58 what a server chose of a request is looked through before it is sent`()
    async throws
  {
    let server = try FaultServer { _ in .status(200) }
    let failure = try await Asking().failure(
      HTTPRequest(
        .get, server.url + "/Users/x", headers: [("If-Match", Self.secret)],
        authorization: .bearer(Secret(Self.secret)), quoting: ["x", Self.secret]))
    #expect(failure.reason == .holdsSecret)
    #expect(!failure.mayHaveArrived)
    #expect(server.connections == 0)
  }

  @Test func `a redirect may repeat what was asked for, whatever the secret is`() async throws {
    let server = try FaultServer { request in
      request.target == "/octodog-2024" ? .redirect(to: "/octodog-2024/") : .status(200)
    }
    let response = try await Asking().send(
      HTTPRequest(
        .get, server.url + "/octodog-2024", authorization: .bearer(Secret("octodog-2024"))))
    #expect(response.status == 200)
  }
}
