import Accounts
import FaultServer
import GitHubAccounts
import Testing

struct SignInTests {
  typealias Play = FaultServer.Play

  private func refused(_ why: String) -> SignInResult {
    .refused(.service(why))
  }

  private func signedIn(_ github: GitHub, as name: String = "octocat") -> SignInResult {
    .signedIn(Receipt(page: github.server.url + "/" + name))
  }

  @Test func `a user with the right credentials is signed in`() async throws {
    let github = try GitHub()
    #expect(try await github.signIn() == signedIn(github))
    let request = try #require(github.server.requests.first)
    #expect((request.method, request.target) == ("GET", "/api/v3/user"))
    #expect(request.header("Accept") == "application/vnd.github+json")
    #expect(request.header("X-GitHub-Api-Version") == "2022-11-28")
    #expect(request.header("User-Agent") == "signup-bot/0.1.0")
    #expect(request.header("Authorization") == "Basic b2N0b2NhdDp4cXp2LWtqd3AtZm1naC10eTlB")
  }

  @Test func `the case of a name is ignored`() async throws {
    let github = try GitHub()
    #expect(try await github.signIn("OctoCat") == signedIn(github, as: "OctoCat"))
  }

  @Test func `another user's token does not sign in`() async throws {
    let github = try GitHub { _ in .json(200, #"{"login":"hubot"}"#, GitHub.sign) }
    #expect(try await github.signIn() == .wrongCredentials)
  }

  @Test func `a name with a colon has no account`() async throws {
    let github = try GitHub()
    #expect(try await github.signIn("octocat:x") == .wrongCredentials)
    #expect(github.server.requests.isEmpty)
  }

  @Test func `two-factor authentication is reported`() async throws {
    let code = [("X-GitHub-OTP", "required; app")]
    let says = try GitHub { _ in
      .json(401, #"{"message":"Must specify OTP code."}"#, GitHub.sign + code)
    }
    #expect(try await says.signIn() == refused("Must specify OTP code."))
    let silent = try GitHub { _ in .json(401, "", GitHub.sign + code) }
    #expect(try await silent.signIn() == refused("a one-time code is needed"))
  }

  @Test func `F51 a message that contains a part of the password is not shown`() async throws {
    for part in ["xqzv-kjwp-fmgh-ty9A", "XQZV", "ty9A"] {
      let github = try GitHub { _ in
        .json(422, #"{"message":"it was \#(part)"}"#, GitHub.sign)
      }
      #expect(try await github.signIn() == refused("status 422"))
    }
  }

  @Test(arguments: [
    (
      Play.status(403, GitHub.sign + [("X-RateLimit-Remaining", "0")]),
      SignInResult.unknown(.rateLimited)
    ),
    (.status(403, GitHub.sign + [("Retry-After", "60")]), .unknown(.rateLimited)),
    (.busy(429, retryAfter: "3600", GitHub.sign), .unknown(.rateLimited)),
    (.busy(429, retryAfter: nil, GitHub.sign), .unknown(.rateLimited)),
    (.html(500, "oops", GitHub.sign), .unknown(.serviceError)),
    (.captivePortal, .unknown(.notTheService)), (.proxyNotFound, .unknown(.notTheService)),
    (.html(401, "<html>who are you"), .unknown(.notTheService)),
    (.json(404, #"{"message":"Not Found"}"#, GitHub.sign), .unknown(.notTheService)),
    (.json(200, "{", GitHub.sign), .unknown(.nonsense)),
    (.json(200, #"{"login":1}"#, GitHub.sign), .unknown(.nonsense)),
    (.json(200, #"["octocat"]"#, GitHub.sign), .unknown(.nonsense)),
    (.json(200, #"{"login":null}"#, GitHub.sign), .unknown(.nonsense)),
    (.json(204, "", GitHub.sign), .unknown(.nonsense)),
    (.json(200, String(repeating: "[", count: 16_000), GitHub.sign), .unknown(.nonsense)),
    (
      .json(200, #"{"login":"octocat","x":""# + String(repeating: "x", count: 16_384) + #""}"#),
      .unknown(.nonsense)
    ),
    (.garbage, .unknown(.nonsense)), (.reset, .unknown(.unreachable)),
    (.hugeBody, .unknown(.nonsense)),
  ])
  func `F57 any other response signs no one in`(_ play: Play, _ wanted: SignInResult) async throws {
    let github = try GitHub { _ in play }
    #expect(try await github.signIn() == wanted)
  }

  @Test func `a refusal is reported in GitHub's words`() async throws {
    let words = "Maximum number of login attempts exceeded."
    let github = try GitHub { _ in
      .json(403, #"{"message":"\#(words)"}"#, GitHub.sign)
    }
    #expect(try await github.signIn() == refused(words))
    let silent = try GitHub { _ in .html(451, "", GitHub.sign) }
    #expect(try await silent.signIn() == refused("status 451"))
  }

  @Test func `F58 credentials are never sent to another host`() async throws {
    let other = try FaultServer([.json(200, #"{"login":"octocat"}"#, GitHub.sign)])
    let url = other.url
    let github = try GitHub { _ in .redirect(302, to: url + "/user") }
    #expect(try await github.signIn() == .unknown(.notTheService))
    #expect(other.connections == 0)
  }

  @Test func `Moya's call requests an authorization`() async throws {
    let github = try GitHub(.authorizations)
    #expect(try await github.signIn() == signedIn(github))
    let request = try #require(github.server.requests.first)
    #expect((request.method, request.target) == ("POST", "/api/v3/authorizations"))
    #expect(request.text == #"{"scopes":["public_repo","user"],"note":"signup-bot"}"#)
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Authorization") == "Basic b2N0b2NhdDp4cXp2LWtqd3AtZm1naC10eTlB")
  }

  @Test(arguments: [200, 202, 204, 206, 299, 300, 302, 304, 307, 399])
  func `with Moya's call, no 2xx or 3xx status but 201 is a success`(_ status: Int) async throws {
    let github = try GitHub(.authorizations) { _ in .status(status, GitHub.sign) }
    #expect(try await github.signIn() == .unknown(.nonsense))
    #expect(github.server.requests.count == 1)
  }

  @Test(arguments: [201, 202, 204, 206, 299])
  func `to a sign-in no other 2xx than 200 is success`(_ status: Int) async throws {
    let github = try GitHub { _ in .json(status, #"{"login":"octocat"}"#, GitHub.sign) }
    #expect(try await github.signIn() == .unknown(.nonsense))
  }

  @Test(arguments: [
    (Play.json(401, "{}", GitHub.sign), SignInResult.wrongCredentials),
    (.json(404, "{}", GitHub.sign), .unknown(.notTheService)),
    (.html(500, "", GitHub.sign), .unknown(.serviceError)),
    (.busy(429, retryAfter: "1", GitHub.sign), .unknown(.rateLimited)),
    (.captivePortal, .unknown(.notTheService)),
    (.redirect(302, to: "http://login.example/"), .unknown(.notTheService)),
  ])
  func `with Moya's call, any other status fails`(_ play: Play, _ wanted: SignInResult)
    async throws
  {
    let github = try GitHub(.authorizations) { _ in play }
    #expect(try await github.signIn() == wanted)
  }

  @Test func `F64 Moya's call is made only once, even if the response is lost`() async throws {
    let github = try GitHub(.authorizations) { _ in .noReply }
    #expect(try await github.signIn() == .unknown(.unreachable))
    #expect(github.server.requests.count == 1)
  }
}
