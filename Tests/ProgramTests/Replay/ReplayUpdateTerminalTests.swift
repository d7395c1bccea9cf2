import Foundation
import Testing

/// `replay --update` with a person at a terminal.
@Suite(.serialized, .ownThreads)
struct ReplayUpdateTerminalTests {
  private func update(
    _ scratch: Scratch, columns: Int = 80, _ options: String = "", _ paths: String = "d"
  ) throws -> TmuxTerminal {
    try TmuxTerminal(
      "cd $HOME\n" + TmuxTerminal.watched("$BOT replay --update \(options) \(paths)"),
      columns: columns,
      rows: 60, scratch: scratch)
  }

  private func waitForQuestion(_ terminal: TmuxTerminal, _ ending: String = "[no]") throws {
    try terminal.wait(for: "a question that ends in \(ending)") {
      try terminal.screen().last?.hasSuffix(ending) == true
    }
  }

  private func reply(
    _ answer: String, _ terminal: TmuxTerminal, to ending: String = "[no]"
  ) throws {
    try waitForQuestion(terminal, ending)
    try terminal.enter(answer)
  }

  /// Waits for the end, expects the terminal's mode to be restored, and returns the exit status.
  private func end(_ terminal: TmuxTerminal) throws -> String {
    try terminal.waitForEnd()
    #expect(try terminal.scratch.text("after") == terminal.scratch.text("before"))
    return try terminal.scratch.text("status").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func isNew(_ scratch: Scratch, _ names: String...) throws -> [Bool] {
    try names.map { name in
      let text = try scratch.text("d/\(name).chat")
      #expect(text == Chats.good || text == Chats.wrong)
      return text == Chats.good
    }
  }

  private static let three = ["a.chat": Chats.wrong, "b.chat": Chats.wrong, "c.chat": Chats.wrong]

  @Test func `yes rewrites, Enter means no, and a file left unchanged keeps the status at 3`()
    throws
  {
    try Scratch.with { scratch in
      try scratch.files(Self.three)
      let terminal = try update(scratch)
      try waitForQuestion(terminal)
      #expect(try terminal.history().contains("1 of 3: d/a.chat"))
      try terminal.enter("yes")
      try terminal.waitForLine("2 of 3: d/b.chat")
      try reply("", terminal)
      try terminal.waitForLine("3 of 3: d/c.chat")
      try reply("perhaps", terminal)
      try terminal.waitForLine("Please answer yes, no or quit.")
      try reply("Y", terminal)
      #expect(try end(terminal) == "3")
      #expect(try isNew(scratch, "a", "b", "c") == [true, false, true])
      #expect(try scratch.shell("ls -A d").output == "a.chat\nb.chat\nc.chat\n")
    }
  }

  @Test func `all asks for the number of files, and afterwards all agree`() throws {
    try Scratch.with { scratch in
      try scratch.files(Self.three)
      let terminal = try update(scratch)
      for wrong in ["2", "", "yes", "33"] {
        try reply("all", terminal)
        try reply(wrong, terminal, to: "Type their number:")
        try terminal.waitForLine("That is not the number; nothing was rewritten.")
        try waitForQuestion(terminal)
        try terminal.tmux("send-keys", "-R")
        try terminal.enter("hm")
      }
      #expect(try isNew(scratch, "a", "b", "c") == [false, false, false])
      try reply("all", terminal)
      try reply("3", terminal, to: "Type their number:")
      #expect(try end(terminal) == "0")
      #expect(try isNew(scratch, "a", "b", "c") == [true, true, true])
    }
  }

  @Test(arguments: [("quit", "3"), ("C-c", "130"), ("C-d", "3")])
  func `leaving early keeps the rewritten files and leaves the rest unchanged`(
    way: String, status: String
  ) throws {
    try Scratch.with { scratch in
      try scratch.files(Self.three)
      let terminal = try update(scratch)
      try reply("yes", terminal)
      try terminal.waitForLine("2 of 3: d/b.chat")
      try waitForQuestion(terminal)
      if way == "quit" { try terminal.enter(way) } else { try terminal.press(way) }
      #expect(try end(terminal) == status)
      #expect(try isNew(scratch, "a", "b", "c") == [true, false, false])
      #expect(try scratch.shell("ls -A d").output == "a.chat\nb.chat\nc.chat\n")
    }
  }

  @Test func `after Ctrl-D, the shell's prompt starts on a new line`() throws {
    try Scratch.with { scratch in
      try scratch.files(Self.three)
      let terminal = try TmuxTerminal(
        "cd $HOME; $BOT replay --update d; echo PROMPT", rows: 60, scratch: scratch)
      try waitForQuestion(terminal)
      try terminal.press("C-d")
      try terminal.waitForEnd()
      #expect(try terminal.screen().contains("PROMPT"))
    }
  }

  @Test func `every turn that changes is shown before the question`() throws {
    try Scratch.with { scratch in
      let wrong = Chats.wrong.replacingOccurrences(of: "bot+ Password repeated", with: "bot+ Same")
      try scratch.files(["a.chat": wrong])
      let terminal = try update(scratch)
      try waitForQuestion(terminal)
      let shown = try terminal.history().components(separatedBy: "1 of 1: d/a.chat").last ?? ""
      for line in ["- bot> Name?", "+ bot> Username?", "- bot+ Same", "+ bot+ Password repeated"] {
        #expect(shown.contains(line), "\(shown)")
      }
      try terminal.enter("yes")
      #expect(try end(terminal) == "0")
    }
  }

  @Test func `a broken file or an unexpected pass still fails after the rest is rewritten`() throws
  {
    for (text, status) in [("", "65"), (Chats.expectingFailure(Chats.good), "3")] {
      try Scratch.with { scratch in
        try scratch.files(["a.chat": Chats.wrong, "x.chat": text])
        let terminal = try update(scratch)
        try reply("yes", terminal)
        #expect(try end(terminal) == status)
        #expect(try isNew(scratch, "a") == [true])
        #expect(try scratch.text("d/x.chat") == text)
      }
    }
  }

  @Test func `a file that changed in the meantime is left alone`() throws {
    try Scratch.with { scratch in
      try scratch.files(["a.chat": Chats.wrong])
      let terminal = try update(scratch)
      try waitForQuestion(terminal)
      try scratch.files(["a.chat": "# mine\n"])
      try terminal.enter("yes")
      #expect(try end(terminal) == "3")
      #expect(
        try terminal.history().contains(
          "d/a.chat has changed in the meantime and was not rewritten"))
      #expect(try scratch.text("d/a.chat") == "# mine\n")
    }
  }

  @Test func `mode, owner and links are kept, and the longest name fits`() throws {
    try Scratch.with { scratch in
      let long = String(repeating: "x", count: 250) + ".chat"
      try scratch.files(["real.txt": Chats.wrong, long: Chats.wrong])
      let prepare =
        "ln -s real.txt d/link.chat; chmod 4751 d/real.txt; chmod 600 d/x*; "
        + (getuid() == 0 ? "chown 12345:54321 d/real.txt; " : "") + "stat -c '%a %u:%g %F %N' d/*"
      let before = try scratch.shell(prepare).output
      // A hard link to the old file, which rewriting in place would change.
      try scratch.shell("ln d/real.txt old")
      let terminal = try update(scratch)
      try reply("all", terminal)
      try reply("2", terminal, to: "Type their number:")
      #expect(try end(terminal) == "0")
      #expect(try scratch.shell("stat -c '%a %u:%g %F %N' d/*").output == before)
      #expect(try scratch.text("d/real.txt") == Chats.good)
      #expect(try scratch.text("old") == Chats.wrong)
      #expect(try scratch.text("d/" + long) == Chats.good)
    }
  }

  @Test(arguments: [1, 2, 5, 8, 17, 29, 60, 91, 150, 290])
  func `if the program is killed at any moment, each file is either old or new`(
    moment: Int
  ) throws {
    try Scratch.with { scratch in
      var files: [String: String] = [:]
      for number in 100..<400 { files["\(number).chat"] = Chats.wrong }
      try scratch.files(files)
      let terminal = try update(scratch)
      try reply("all", terminal)
      try waitForQuestion(terminal, "Type their number:")
      try terminal.wait(for: "the process's number") { try scratch.text("pid").hasSuffix("\n") }
      let pid = try scratch.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)
      try terminal.enter("300")
      try terminal.wait(for: "file \(moment)") {
        try scratch.text("d/\(99 + moment).chat") == Chats.good
      }
      // Kill it at once, or later by the time that a shell takes to start.
      if moment % 2 == 0 {
        _ = try Program.shell("kill -9 \(pid)")
      } else {
        kill(try #require(pid_t(pid)), SIGKILL)
      }
      try terminal.waitForEnd()
      var new = 0
      for name in files.keys {
        let text = try scratch.text("d/" + name)
        #expect(text == Chats.good || text == Chats.wrong, "\(name)")
        new += text == Chats.good ? 1 : 0
      }
      #expect(new >= moment)
      // The program may have finished before the kill.
      #expect(try new == files.count || scratch.text("status") == "137\n")
      #expect(try scratch.shell("$BOT replay --list d | wc -l").output == "300\n")
    }
  }

  @Test(arguments: [80, 40])
  func `a question and its answer fit on a line`(columns: Int) throws {
    try Scratch.with { scratch in
      try scratch.files(
        Dictionary(uniqueKeysWithValues: (10..<22).map { ("\($0).chat", Chats.wrong) }))
      let terminal = try update(scratch, columns: columns)
      try waitForQuestion(terminal)
      #expect(try terminal.screen().last == "Rewrite it? (yes/no/all/quit) [no]")
      try terminal.enter("all")
      try waitForQuestion(terminal, "All 12? Type their number:")
      try terminal.press("C-c")
      #expect(try end(terminal) == "130")
    }
  }
}
