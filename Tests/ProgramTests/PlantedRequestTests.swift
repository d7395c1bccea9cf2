import FaultServer
import Foundation
import Testing

/// F51: after a call, the program's memory is searched for the password that was sent to a server.
@Suite(.ownThreads, .enabled(if: PlantedPasswordTests.ownsChildrensMemory))
struct PlantedRequestTests {
  private let scratch = Scratch()

  private static let planted = PlantedPasswordTests.planted

  /// The credentials as Basic authentication sends them.
  private static let encoded = Data("octodog:\(planted)".utf8).base64EncodedString()

  private static let page = "HTTP/1.1 200 OK\r\nServer: github.com\r\nContent-Length: 0\r\n\r\n"
  private static let refusal =
    "HTTP/1.1 401 No\r\nServer: github.com\r\nContent-Length: 0\r\n\r\n"

  /// Expects that the password is only in memory that isn't dumped.
  private func expectNoCopy(_ terminal: TestTerminal) throws {
    let memory = try Memory(of: terminal.pid!)
    for text in [Self.planted, Self.encoded] {
      let exposed = try memory.regions(holding: text).filter { !$0.flags.contains("dd") }
      #expect(exposed.isEmpty, "\(text.count) bytes in \(exposed)")
    }
  }

  private func signIn(_ url: String, _ variables: String) throws
    -> TestTerminal
  {
    let terminal = try TestTerminal(
      "\(variables) exec $BOT --accounts github --github-url \(url) --github-api-url \(url)"
        + " --flow sign-in --locale en", scratch: scratch)
    try terminal.answer(["Username?": "octodog", "Password?": Self.planted])
    try terminal.waitForText("Wrong username or password")
    return terminal
  }

  @Test func `F51 after a sign-in, the password and its header are in no ordinary memory`() throws {
    let server = try FaultServer { request in
      .bytes(Array((request.target == "/user" ? Self.refusal : Self.page).utf8))
    }
    defer { server.stop() }
    let terminal = try signIn(server.url, "")
    #expect(server.requests.contains { $0.header("Authorization") == "Basic " + Self.encoded })
    try expectNoCopy(terminal)
  }

  @Test func `F51 after a sign-in over TLS, the password and its header are in no ordinary memory`()
    throws
  {
    let server = try TLSServer(
      names: "DNS:localhost", pages: ["octodog": Self.page, "user": Self.refusal])
    let terminal = try signIn(
      server.url(), "export SSL_CERT_FILE=\(server.certificate);")
    try expectNoCopy(terminal)
  }

  @Test func `F51 after a sign-up, the body with the password is in no ordinary memory`() throws {
    let server = try FaultServer { request in
      switch (request.method, request.path) {
      case ("POST", _): .status(500)
      case (_, "/Users"): ScimReply.users([], foundBy: request)
      default: .status(404)
      }
    }
    defer { server.stop() }
    let terminal = try TestTerminal(
      "exec $BOT --accounts scim --scim-url \(server.url) --policy rxswift --locale en",
      scratch: scratch)
    try terminal.answer([
      "Username?": "octodog", "Password?": Self.planted, "Password again?": Self.planted,
      "Sign up as octodog? (Y/n)": "yes",
    ])
    try terminal.waitForText("It reported an error of its own.")
    #expect(server.requests.contains { $0.method == "POST" && $0.text.contains(Self.planted) })
    try expectNoCopy(terminal)
  }
}
