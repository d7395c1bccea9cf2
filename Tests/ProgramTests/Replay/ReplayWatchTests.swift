import Foundation
import Testing

/// `replay --watch` replays whatever changes.
@Suite(.ownThreads)
struct ReplayWatchTests {
  private let scratch = Scratch()

  /// Starts the watch without root's right to bypass file modes.
  ///
  /// A separate program creates the folder `d`: a child of another test could inherit a file that this
  /// process has open, and close it while the folder is watched.
  private func watch(_ texts: [String: String], _ paths: String = "d") throws -> TestTerminal {
    try scratch.files(texts, in: "original")
    try scratch.shell("cp -r original d")
    return try TestTerminal(
      "cd $HOME; exec \(Program.withoutPrivileges) $BOT replay --watch \(paths)",
      environment: ["NO_COLOR": "1"], scratch: scratch)
  }

  private func stop(_ terminal: TestTerminal) throws {
    terminal.type("\u{3}")
    try terminal.expectRestored(after: .signalled(by: SIGINT))
  }

  @Test func `after each change, the report covers all files`() throws {
    let terminal = try watch(["a.chat": Chats.good, "b.chat": Chats.good, "in/c.chat": Chats.good])
    try terminal.waitForNext("3 agree, 0 differ")
    try scratch.shell("sed s/Username?/Name?/ d/b.chat > draft; mv draft d/a.chat")
    try terminal.waitForNext("2 agree, 1 differs")
    try scratch.shell("cat d/b.chat > d/a.chat")
    try terminal.waitForNext("again, after d/a.chat")
    try terminal.waitForNext("3 agree, 0 differ")
    try scratch.shell("sed -i s/Username?/Name?/ d/in/c.chat")
    try terminal.waitForNext("2 agree, 1 differs")
    try scratch.shell("cp d/b.chat d/new.chat")
    try terminal.waitForNext("3 agree, 1 differs")
    try scratch.shell("rm d/in/c.chat; touch d/.hidden.chat 'd/b.chat~'")
    try terminal.waitForNext("again, after d/in/c.chat (gone)")
    try terminal.waitForNext("3 agree, 0 differ")
    try stop(terminal)
  }

  @Test func `a new file in a new folder is replayed, even if it arrives with its folder`() throws {
    let terminal = try watch(["a.chat": Chats.good])
    try terminal.waitForNext("1 agrees, 0 differ")
    try scratch.shell("mkdir -p d/x/y; cp d/a.chat d/x/y/b.chat")
    try terminal.waitForNext("2 agree, 0 differ")
    try scratch.shell("mkdir -p e/f; cp d/a.chat e/f/; cp d/a.chat e/; mv e d/x")
    try terminal.waitForNext("4 agree, 0 differ")
    try scratch.shell("sed s/Username?/Name?/ d/a.chat > d/x/e/f/c.chat")
    try terminal.waitForNext("4 agree, 1 differs")
    try stop(terminal)
  }

  @Test func `files that come and go and an empty folder don't end the watch`() throws {
    let terminal = try watch(["a.chat": Chats.good, "in/b.chat": Chats.good])
    try terminal.waitForNext("2 agree, 0 differ")
    try scratch.shell(
      "for i in {1..300}; do mkdir d/$i; rmdir d/$i; done; mkdir -m 0 d/closed; mv d/a.chat .; rm -r d/in; sync d"
    )
    try scratch.shell("rmdir d/closed; mv a.chat d/a.chat")
    try terminal.waitForNext("1 agrees, 0 differ")
    try stop(terminal)
  }

  @Test func `named files are watched, others are not, and a changed policy replays all files`()
    throws
  {
    let terminal = try watch(
      ["a.chat": Chats.good, "b.chat": Chats.good, "other.chat": Chats.good], "d/a.chat d/b.chat")
    try terminal.waitForNext("2 agree, 0 differ")
    try scratch.shell("rm d/other.chat; sed -i s/Username?/Name?/ d/b.chat")
    try terminal.waitForNext("1 agrees, 1 differs")
    try scratch.shell("echo {} > d/policy.json")
    try terminal.waitForNext("1 agrees, 1 differs")
    try stop(terminal)
  }
}
