import FaultServer
import Foundation
import Testing

/// libcurl is loaded when a service first needs it.
@Suite(.ownThreads)
struct LibcurlTests {
  private let scratch = Scratch()

  private func hasLibcurl(_ terminal: TestTerminal) throws -> Bool {
    try Memory(of: terminal.pid!).regions.contains { $0.name.contains("libcurl") }
  }

  @Test func `libcurl is not loaded at the first question, but is after a lookup`() throws {
    let server = try FaultServer { _ in .status(404, GitHubReply.sign) }
    defer { server.stop() }
    let terminal = try TestTerminal(
      "exec $BOT " + GitHubReply.options(server.url), scratch: scratch)
    try terminal.waitForLine("Username?")
    #expect(try !hasLibcurl(terminal))
    terminal.enter("octodog")
    try terminal.waitForText("Password?")
    #expect(try hasLibcurl(terminal))
  }

  @Test func `without libcurl the status is 78, and the bot says what to install`() throws {
    let broken =
      "mkdir $HOME/lib && echo > $HOME/lib/libcurl.so.4 && export LD_LIBRARY_PATH=$HOME/lib"
    let options = GitHubReply.options("http://127.0.0.1:9")
    let run = try scratch.shell("\(broken) && echo octodog | $BOT \(options)")
    #expect(run.status == 78, "\(run.output)\(run.errors)")
    #expect(run.output.contains("the package libcurl4"))
    let doctor = try scratch.shell("LD_LIBRARY_PATH=$HOME/lib $BOT doctor \(options)")
    #expect(doctor.status == 78, "\(doctor.output)\(doctor.errors)")
    #expect(doctor.output.contains("libcurl.so.4"))
    let list = try scratch.shell(
      "LD_LIBRARY_PATH=$HOME/lib $BOT accounts list --accounts scim --scim-url http://127.0.0.1:9"
    )
    #expect(list.status == 78, "\(list.output)\(list.errors)")
    #expect(list.errors.contains("the package libcurl4"))
  }
}
