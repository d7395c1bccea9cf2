import FaultServer
import Foundation
import TestSupport
import Testing

/// Free names that are suggested at a terminal instead of a taken one.
@Suite(.ownThreads)
struct SuggestionScreenTests {
  private static let options =
    "--mock-latency 0s --mock-failures 0/1 --seed 1 --mock-taken octocat,octocat1"
  private static let rare = "octocat70"

  private func start(_ options: String, columns: Int = 80) throws -> TestTerminal {
    let terminal = try TestTerminal("exec $BOT " + options, columns: columns)
    try terminal.waitForLine("Username?")
    return terminal
  }

  @Test func `a taken name is answered with two free ones, and Tab takes the first`() throws {
    let terminal = try start("--record $HOME/r.chat " + Self.options)
    let words = "still free: octocat2, \(Self.rare) (Tab)"
    try terminal.type("octocat\r", thenWaitFor: "Username?", words)
    try terminal.type("\t", thenWaitFor: "Username? octocat2", "✓ Username available")
    try terminal.type("\u{15}", thenWaitFor: "Username?", words)
    // Any other beginning completes commands, as always.
    try terminal.type("/rev\t", thenWaitFor: "Username? /review")
    try terminal.type("\u{15}\t", thenWaitFor: "Username? octocat2", "✓ Username available")
    try terminal.enter("", thenWaitFor: "Password?")
    terminal.type("\u{3}")
    #expect(try terminal.waitForChange() == .signalled(by: SIGINT))
    let recording = try terminal.scratch.text("r.chat")
    #expect(!recording.contains("still free") && !recording.contains(Self.rare))
    #expect(recording.contains("you> octocat2\n"))
    #expect(try Program.run(lines: recording).output == recording)
  }

  @Test(arguments: [
    (40, "octocat", ["still free: octocat2 (Tab)"], "octocat2"),
    (40, "christopher", ["christopher1 (Tab)"], "christopher1"), (24, "octocat", [], "/"),
  ])
  func `a narrow terminal shows one name or none, and Tab takes only what is shown`(
    columns: Int, name: String, hint: [String], completed: String
  ) throws {
    let terminal = try start(Self.options + ",christopher", columns: columns)
    try terminal.enter(name, thenWaitFor: "Username?")
    if let hint = hint.first { try terminal.waitForParts("Username?", hint) }
    terminal.type("\t")
    try terminal.waitForLine("Username? " + completed)
  }

  @Test(arguments: ["--plain", "--policy strict"])
  func `plain output and strict suggest nothing`(option: String) throws {
    let terminal = try start(Self.options + " " + option)
    try terminal.answer(["Username?": "octocat", "Username?": "octodog"])
    try terminal.waitForLine("Password?")
    #expect(terminal.bytes.contains("Username already taken"))
    #expect(!terminal.bytes.contains("still free"))
  }

  @Test func `GitHub is asked about no name that was not entered`() throws {
    let server = try FaultServer { request in
      .status(request.target == "/octocat" ? 200 : 404, GitHubReply.sign)
    }
    defer { server.stop() }
    let terminal = try start(GitHubReply.options(server.url))
    try terminal.answer(["Username?": "octocat", "Username?": "octodog"])
    try terminal.waitForLine("Password?")
    #expect(server.requests.map(\.target) == ["/octocat", "/octodog"])
    #expect(!terminal.bytes.contains("still free"))
  }

  @Test func `a provider is asked about two more names, and not again after another command`()
    throws
  {
    let server = try FaultServer { request in
      request.path == "/Users"
        ? ScimReply.users([("1", "octocat")], foundBy: request) : .status(404)
    }
    defer { server.stop() }
    let terminal = try start(
      "\(Program.patient) --accounts scim --scim-url \(server.url) --policy rxswift")
    let words = "still free: octocat1, octocat2 (Tab)"
    try terminal.type("octocat\r", thenWaitFor: "Username?", words)
    try terminal.enter("/open", thenWaitFor: "Username?")
    try terminal.waitForParts("Username?", words)
    for name in ["octocat", "octocat1", "octocat2"] {
      #expect(server.requests.count { $0.target.contains(name + "%22") } == 1, "\(name)")
    }
    #expect(!server.requests.contains { $0.target.contains(Self.rare) })
  }
}
