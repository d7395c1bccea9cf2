import FaultServer
import Synchronization
import TestSupport
import Testing

/// Lookups and sign-ins at GitHub, with a test double on the loopback interface in its place.
@Suite(.ownThreads)
struct GitHubProgramTests {
  private let scratch = Scratch()

  private static let password = "xqzv-kjwp-fmgh-ty9A"

  @Test func `a name with a profile page is taken, and a name without one is free`() throws {
    let server = try FaultServer { request in
      .status(request.target == "/octocat" ? 200 : 404, GitHubReply.sign)
    }
    defer { server.stop() }
    let checked = "\nbot~ validating ...\n"
    let taken = try scratch.shell("$BOT \(GitHubReply.options(server.url)) <<< octocat")
    #expect(taken.output.contains("octocat" + checked + "bot! Username already taken\n"))
    #expect(taken.status == 1)
    let free = try scratch.shell("$BOT \(GitHubReply.options(server.url)) <<< octodog")
    #expect(free.output.contains("octodog" + checked + "bot+ Username available\n"))
    #expect(free.status == 2)
  }

  @Test
  func `F59 a captive portal's page is neither taken nor free, and the bot suggests the cause`()
    throws
  {
    let server = try FaultServer { _ in .captivePortal }
    defer { server.stop() }
    let run = try scratch.shell("$BOT \(GitHubReply.options(server.url)) <<< octocat")
    #expect(run.status == 69)
    #expect(run.output.contains("bot> Something else answered instead,"))
  }

  @Test func `F56 the spinner shows the wait that the server asks for`() throws {
    let isSeen = Gate()
    let tries = Mutex(0)
    let server = try FaultServer { _ in
      let isFirst = tries.withLock { tries in
        tries += 1
        return tries == 1
      }
      if isFirst { return .busy(429, retryAfter: "1", GitHubReply.sign) }
      // Keep the text in the spinner until the test has seen it.
      isSeen.wait()
      return .status(404, GitHubReply.sign)
    }
    defer {
      isSeen.open()
      server.stop()
    }
    let terminal = try TestTerminal(
      "exec $BOT \(GitHubReply.options(server.url))", scratch: scratch)
    try terminal.waitForLine("Username?")
    terminal.enter("octodog")
    try terminal.waitForText("the service asks to wait 1 s")
    isSeen.open()
    try terminal.waitForLine("Username available Password?")
  }

  @Test func `a sign-in asks GitHub and sends the password only in a header`() throws {
    let server = try FaultServer { request in
      request.target == "/api/user"
        ? .json(200, #"{"login": "OctoDog"}"#, GitHubReply.sign) : .status(200, GitHubReply.sign)
    }
    defer { server.stop() }
    let run = try scratch.shell(
      """
      printf '@ transcript 1\\nyou> octodog\\n@ secret p env:PLANTED\\nkey> p\\nyou> yes\\n' \
        | PLANTED=\(Self.password) $BOT \(GitHubReply.options(server.url)) --flow sign-in
      """)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("bot> Your username is remembered."))
    #expect(try scratch.shell("$BOT whoami").output == "octodog\n")
    let texts = server.requests.map {
      "\($0.target) \(String(decoding: $0.body, as: UTF8.self))"
    }
    #expect(texts.contains { $0.hasPrefix("/api/user") })
    #expect(!texts.contains { $0.contains(Self.password) })
    #expect(try scratch.shell("grep -rlaF \(Self.password) $HOME; true").output == "")
  }
}
