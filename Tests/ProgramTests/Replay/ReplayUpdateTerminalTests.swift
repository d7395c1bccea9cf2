import Foundation
import Testing

/// `replay --update` with a person at a terminal.
@Suite(.ownThreads)
struct ReplayUpdateTerminalTests {
  private let scratch = Scratch()

  private func update(columns: Int = 80) throws -> TestTerminal {
    try TestTerminal("cd $HOME; exec $BOT replay --update d", columns: columns, scratch: scratch)
  }

  private static let question = "[no] "
  private static let number = "Type their number: "

  private func reply(
    _ answer: String, _ terminal: TestTerminal, to question: String = question
  ) throws {
    try terminal.waitForNext(question)
    terminal.enter(answer)
  }

  private func isNew(_ names: String...) throws -> [Bool] {
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
    try scratch.files(Self.three)
    let terminal = try update()
    try terminal.waitForNext("1 of 3: d/a.chat")
    try reply("yes", terminal)
    try terminal.waitForNext("2 of 3: d/b.chat")
    try reply("", terminal)
    try terminal.waitForNext("3 of 3: d/c.chat")
    try reply("perhaps", terminal)
    try terminal.waitForNext("Please answer yes, no or quit.")
    try reply("Y", terminal)
    try terminal.expectRestored(after: .exited(3))
    #expect(try isNew("a", "b", "c") == [true, false, true])
    #expect(try scratch.shell("ls -A d").output == "a.chat\nb.chat\nc.chat\n")
  }

  @Test func `all asks for the number of files, and afterwards all agree`() throws {
    try scratch.files(Self.three)
    let terminal = try update()
    for wrong in ["2", "", "yes", "33"] {
      try reply("all", terminal)
      try reply(wrong, terminal, to: Self.number)
      try terminal.waitForNext("That is not the number; nothing was rewritten.")
    }
    #expect(try isNew("a", "b", "c") == [false, false, false])
    try reply("all", terminal)
    try reply("3", terminal, to: Self.number)
    try terminal.expectRestored(after: .exited(0))
    #expect(try isNew("a", "b", "c") == [true, true, true])
  }

  @Test(arguments: [
    ("quit\r", Job.Change.exited(3)), ("\u{3}", .signalled(by: SIGINT)), ("\u{4}", .exited(3)),
  ])
  func `leaving early keeps the rewritten files and leaves the rest unchanged`(
    keys: String, change: Job.Change
  ) throws {
    try scratch.files(Self.three)
    let terminal = try update()
    try reply("yes", terminal)
    try terminal.waitForNext("2 of 3: d/b.chat")
    try terminal.waitForNext(Self.question)
    terminal.type(keys)
    try terminal.expectRestored(after: change)
    #expect(try isNew("a", "b", "c") == [true, false, false])
    #expect(try scratch.shell("ls -A d").output == "a.chat\nb.chat\nc.chat\n")
  }

  @Test func `after Ctrl-D, the shell's prompt starts on a new line`() throws {
    try scratch.files(Self.three)
    let terminal = try TestTerminal(
      "cd $HOME; $BOT replay --update d; echo PROMPT", scratch: scratch)
    try terminal.waitForNext(Self.question)
    terminal.type("\u{4}")
    try terminal.waitForNext("\r\nPROMPT\r\n")
  }

  @Test func `every turn that changes is shown before the question`() throws {
    let wrong = Chats.wrong.replacingOccurrences(of: "bot+ Password repeated", with: "bot+ Same")
    try scratch.files(["a.chat": wrong])
    let terminal = try update()
    try terminal.waitForText("[no]")
    let shown = try terminal.rows()
    for line in ["- bot> Name?", "+ bot> Username?", "- bot+ Same", "+ bot+ Password repeated"] {
      #expect(shown.contains { $0.contains(line) }, "\(shown)")
    }
    terminal.enter("yes")
    try terminal.expectRestored(after: .exited(0))
  }

  @Test(arguments: [("", 65), (Chats.expectingFailure(Chats.good), 3)] as [(String, Int32)])
  func `a broken file or an unexpected pass still fails after the rest is rewritten`(
    text: String, status: Int32
  ) throws {
    try scratch.files(["a.chat": Chats.wrong, "x.chat": text])
    let terminal = try update()
    try reply("yes", terminal)
    try terminal.expectRestored(after: .exited(status))
    #expect(try isNew("a") == [true])
    #expect(try scratch.text("d/x.chat") == text)
  }

  @Test func `a file that changed in the meantime is left alone`() throws {
    try scratch.files(["a.chat": Chats.wrong])
    let terminal = try update()
    try terminal.waitForNext(Self.question)
    try scratch.files(["a.chat": "# mine\n"])
    terminal.enter("yes")
    try terminal.waitForNext("d/a.chat has changed in the meantime and was not rewritten")
    try terminal.expectRestored(after: .exited(3))
    #expect(try scratch.text("d/a.chat") == "# mine\n")
  }

  @Test func `mode, owner and links are kept, and the longest name fits`() throws {
    let long = String(repeating: "x", count: 250) + ".chat"
    try scratch.files(["real.txt": Chats.wrong, long: Chats.wrong])
    let prepare =
      "ln -s real.txt d/link.chat; chmod 4751 d/real.txt; chmod 600 d/x*; "
      + (getuid() == 0 ? "chown 12345:54321 d/real.txt; " : "") + "stat -c '%a %u:%g %F %N' d/*"
    let before = try scratch.shell(prepare).output
    // A hard link to the old file, which rewriting in place would change.
    try scratch.shell("ln d/real.txt old")
    let terminal = try update()
    try reply("all", terminal)
    try reply("2", terminal, to: Self.number)
    try terminal.expectRestored(after: .exited(0))
    #expect(try scratch.shell("stat -c '%a %u:%g %F %N' d/*").output == before)
    #expect(try scratch.text("d/real.txt") == Chats.good)
    #expect(try scratch.text("old") == Chats.wrong)
    #expect(try scratch.text("d/" + long) == Chats.good)
  }

  @Test(arguments: [1, 2, 5, 8, 17, 29, 60, 91, 150, 290])
  func `if the program is killed at any moment, each file is either old or new`(
    moment: Int
  ) throws {
    var files: [String: String] = [:]
    for number in 100..<400 { files["\(number).chat"] = Chats.wrong }
    try scratch.files(files)
    let terminal = try update()
    try reply("all", terminal)
    try reply("300", terminal, to: Self.number)
    try terminal.wait(for: "file \(moment)") {
      try scratch.text("d/\(99 + moment).chat") == Chats.good
    }
    // Kill it at once, or later by the time that a shell takes to start.
    if moment % 2 == 0 {
      _ = try Program.shell("kill -9 \(terminal.pid!)")
    } else {
      try terminal.send(SIGKILL)
    }
    let end = try terminal.waitForChange()
    var new = 0
    for name in files.keys {
      let text = try scratch.text("d/" + name)
      #expect(text == Chats.good || text == Chats.wrong, "\(name)")
      new += text == Chats.good ? 1 : 0
    }
    #expect(new >= moment)
    // The program may have finished before the kill.
    #expect(new == files.count || end == .signalled(by: SIGKILL))
    #expect(try scratch.shell("$BOT replay --list d | wc -l").output == "300\n")
  }

  @Test(arguments: [80, 40])
  func `a question and its answer fit on a line`(columns: Int) throws {
    try scratch.files(
      Dictionary(uniqueKeysWithValues: (10..<22).map { ("\($0).chat", Chats.wrong) }))
    let terminal = try update(columns: columns)
    try terminal.waitForParts("Rewrite it? (yes/no/all/quit) [no]")
    try terminal.type("all\r", thenWaitFor: "All 12? Type their number:")
    terminal.type("\u{3}")
    try terminal.expectRestored(after: .signalled(by: SIGINT))
  }
}
