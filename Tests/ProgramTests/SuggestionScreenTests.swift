import FaultServer
import Foundation
import TestSupport
import Testing

/// Free names that are suggested at a terminal instead of a taken one.
@Suite(.serialized, .ownThreads)
struct SuggestionScreenTests {
  private static let options =
    "--mock-latency 0s --mock-failures 0/1 --mock-taken octocat,octocat1 --seed 1"
  private static let rare = "octocat70"

  private func start(
    _ line: String, columns: Int = 80, _ body: (TmuxTerminal) throws -> Void
  ) throws {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal("exec " + line, columns: columns, scratch: scratch)
      try terminal.waitForPrompt("Username?")
      try body(terminal)
    }
  }

  @Test func `a taken name is answered with two free ones, and Tab takes the first`() throws {
    try start("$BOT --record $HOME/r.chat " + Self.options) { terminal in
      try terminal.enter("octocat")
      try terminal.waitForParts("Username?", "still free: octocat2, \(Self.rare) (Tab)")
      try terminal.press("Tab")
      try terminal.waitForParts("Username? octocat2", "✓ Username available")
      try terminal.press("C-u")
      try terminal.waitForParts("Username?", "still free: octocat2, \(Self.rare) (Tab)")
      // Any other beginning completes commands, as always.
      try terminal.type("/rev")
      try terminal.press("Tab")
      try terminal.waitForParts("Username? /review")
      try terminal.press("C-u")
      try terminal.press("Tab")
      try terminal.waitForParts("Username? octocat2", "✓ Username available")
      try terminal.press("Enter")
      try terminal.waitForPrompt("Password?")
      try terminal.press("C-c")
      try terminal.waitForEnd()
      let recording = try terminal.scratch.text("r.chat")
      #expect(!recording.contains("still free") && !recording.contains(Self.rare))
      #expect(recording.contains("you> octocat2\n"))
      let again = try terminal.scratch.shell("$BOT < r.chat")
      #expect(again.output == recording)
    }
  }

  @Test func `a narrow terminal shows one name or none, and Tab takes only what is shown`() throws {
    try start("$BOT " + Self.options, columns: 40) { terminal in
      try terminal.enter("octocat")
      try terminal.waitForParts("Username?", "still free: octocat2 (Tab)")
    }
    try start("$BOT --mock-latency 0s --mock-taken christopher", columns: 40) { terminal in
      try terminal.enter("christopher")
      try terminal.waitForParts("Username?", "christopher1 (Tab)")
      try terminal.press("Tab")
      try terminal.waitForLine("Username? christopher1")
    }
    try start("$BOT " + Self.options, columns: 24) { terminal in
      try terminal.enter("octocat")
      try terminal.waitForPrompt("Username?")
      try terminal.press("Tab")
      try terminal.waitForLine("Username? /")
    }
  }

  @Test(arguments: ["--plain", "--policy strict"])
  func `plain output and strict suggest nothing`(option: String) throws {
    try start("$BOT \(Self.options) \(option)") { terminal in
      try terminal.enter("octocat")
      try terminal.waitForLine("Username already taken")
      try terminal.waitForPrompt("Username?")
      try terminal.enter("octodog")
      try terminal.waitForPrompt("Password?")
      #expect(try !terminal.history().contains("still free"))
    }
  }

  @Test func `GitHub is asked about no name that was not entered`() throws {
    let server = try FaultServer { request in
      .status(
        request.target == "/octocat" ? 200 : 404,
        [("Server", "github.com"), ("X-GitHub-Request-Id", "C0DE:1:2:3")])
    }
    defer { server.stop() }
    try start(
      "$BOT \(Program.patient) --accounts github --github-url \(server.url) "
        + "--github-api-url \(server.url)/api"
    ) { terminal in
      try terminal.enter("octocat")
      try terminal.waitForLine("Username already taken")
      try terminal.waitForPrompt("Username?")
      try terminal.enter("octodog")
      try terminal.waitForPrompt("Password?")
      #expect(server.requests.map(\.target) == ["/octocat", "/octodog"])
      #expect(try !terminal.history().contains("still free"))
    }
  }

  @Test func `a provider is asked about two more names, and not again after another command`()
    throws
  {
    let server = try FaultServer { request in
      request.path == "/Users"
        ? ScimReply.users([("1", "octocat")], foundBy: request) : .status(404)
    }
    defer { server.stop() }
    func lookedUp(_ name: String) -> Int {
      server.requests.count { $0.target.contains(name + "%22") }
    }
    try start(
      "$BOT \(Program.patient) --accounts scim --scim-url \(server.url) --policy rxswift"
    ) { terminal in
      try terminal.enter("octocat")
      let words = "still free: octocat1, octocat2 (Tab)"
      try terminal.waitForParts("Username?", words)
      try terminal.enter("/open")
      try terminal.wait(for: "the page and the names") {
        try terminal.screen().contains {
          $0.hasPrefix("There is no page") || $0.hasPrefix("The page")
        }
          && terminal.screen().last?.contains(words) == true
      }
      #expect(lookedUp("octocat") == 1 && lookedUp("octocat1") == 1 && lookedUp("octocat2") == 1)
      #expect(!server.requests.contains { $0.target.contains(Self.rare) })
    }
  }
}
