import Foundation
import Testing

/// `replay --watch` replays whatever changes.
@Suite(.serialized, .ownThreads)
struct ReplayWatchTests {
  /// Starts the watch without root's right to bypass file modes.
  private func watch(_ scratch: Scratch, _ paths: String = "d") throws -> TmuxTerminal {
    let line = "\(Program.withoutPrivileges) $BOT replay --watch \(paths)"
    return try TmuxTerminal(
      "cd $HOME\n" + TmuxTerminal.watched(line), rows: 50, scratch: scratch)
  }

  /// Creates the folder `d` with a separate program. A child of another test could inherit a file
  /// that this process has open, and close it while the folder is watched.
  private func folder(in scratch: Scratch, _ texts: [String: String]) throws {
    try scratch.files(texts, in: "original")
    try scratch.shell("cp -r original d")
  }

  /// Waits for a report that begins with this text, then clears the screen.
  private func waitForReport(_ terminal: TmuxTerminal, _ beginning: String) throws {
    try terminal.wait(for: "the report \(beginning)") {
      try terminal.screen().contains { $0.hasPrefix(beginning) }
    }
    try terminal.tmux("send-keys", "-R")
    try terminal.tmux("clear-history")
  }

  private func stop(_ terminal: TmuxTerminal) throws {
    try terminal.press("C-c")
    try terminal.waitForEnd()
    #expect(try terminal.scratch.text("status") == "130\n")
    #expect(try terminal.scratch.text("after") == terminal.scratch.text("before"))
  }

  @Test func `after each change, the report covers all files`() throws {
    try Scratch.with { scratch in
      try folder(
        in: scratch, ["a.chat": Chats.good, "b.chat": Chats.good, "in/c.chat": Chats.good])
      let terminal = try watch(scratch)
      try waitForReport(terminal, "3 agree, 0 differ")
      try scratch.shell("sed s/Username?/Name?/ d/b.chat > draft; mv draft d/a.chat")
      try waitForReport(terminal, "2 agree, 1 differs")
      try scratch.shell("cat d/b.chat > d/a.chat")
      try terminal.waitForLine("again, after d/a.chat")
      try waitForReport(terminal, "3 agree, 0 differ")
      try scratch.shell("sed -i s/Username?/Name?/ d/in/c.chat")
      try waitForReport(terminal, "2 agree, 1 differs")
      try scratch.shell("cp d/b.chat d/new.chat")
      try waitForReport(terminal, "3 agree, 1 differs")
      try scratch.shell("rm d/in/c.chat; touch d/.hidden.chat 'd/b.chat~'")
      try terminal.waitForLine("again, after d/in/c.chat (gone)")
      try waitForReport(terminal, "3 agree, 0 differ")
      try stop(terminal)
    }
  }

  @Test func `a new file in a new folder is replayed, even if it arrives with its folder`() throws {
    try Scratch.with { scratch in
      try folder(in: scratch, ["a.chat": Chats.good])
      let terminal = try watch(scratch)
      try waitForReport(terminal, "1 agrees, 0 differ")
      try scratch.shell("mkdir -p d/x/y; cp d/a.chat d/x/y/b.chat")
      try waitForReport(terminal, "2 agree, 0 differ")
      try scratch.shell("mkdir -p e/f; cp d/a.chat e/f/; cp d/a.chat e/; mv e d/x")
      try waitForReport(terminal, "4 agree, 0 differ")
      try scratch.shell("sed s/Username?/Name?/ d/a.chat > d/x/e/f/c.chat")
      try waitForReport(terminal, "4 agree, 1 differs")
      try stop(terminal)
    }
  }

  @Test func `files that come and go and an empty folder don't end the watch`() throws {
    try Scratch.with { scratch in
      try folder(in: scratch, ["a.chat": Chats.good, "in/b.chat": Chats.good])
      let terminal = try watch(scratch)
      try waitForReport(terminal, "2 agree, 0 differ")
      try scratch.shell(
        "for i in {1..300}; do mkdir d/$i; rmdir d/$i; done; mkdir -m 0 d/closed; mv d/a.chat .; rm -r d/in; sync d"
      )
      try scratch.shell("rmdir d/closed; mv a.chat d/a.chat")
      try waitForReport(terminal, "1 agrees, 0 differ")
      try stop(terminal)
    }
  }

  @Test func `named files are watched, others are not, and a changed policy replays all files`()
    throws
  {
    try Scratch.with { scratch in
      try folder(
        in: scratch, ["a.chat": Chats.good, "b.chat": Chats.good, "other.chat": Chats.good])
      let terminal = try watch(scratch, "d/a.chat d/b.chat")
      try waitForReport(terminal, "2 agree, 0 differ")
      try scratch.shell("rm d/other.chat; sed -i s/Username?/Name?/ d/b.chat")
      try waitForReport(terminal, "1 agrees, 1 differs")
      try scratch.shell("echo {} > d/policy.json")
      try waitForReport(terminal, "1 agrees, 1 differs")
      try stop(terminal)
    }
  }
}
