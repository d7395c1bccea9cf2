import Foundation
import Testing

/// `replay --update`, without a terminal and at one.
@Suite(.ownThreads)
struct ReplayUpdateTests {
  private let scratch = Scratch()

  // MARK: Without a terminal

  @Test(arguments: ["text", "tap", "junit", "github", "jsonl"], [["CI": "1"], [:]])
  func `without a terminal or under CI, the new text is written next to the file`(
    report: String, environment: [String: String]
  ) throws {
    try scratch.files(["a.chat": Chats.wrong, "b.chat": Chats.good])
    let plain = try scratch.shell("$BOT replay --report \(report) d")
    let run = try scratch.shell(
      "chmod 640 d/a.chat; $BOT replay --update --report \(report) d", environment: environment)
    #expect(run.status == 3)
    #expect(run.errors.contains("left d/a.chat.new\n"))
    #expect(run.errors.contains(environment.isEmpty ? "no terminal to ask at" : "CI is set"))
    #expect(try scratch.text("d/a.chat") == Chats.wrong)
    #expect(try scratch.text("d/a.chat.new") == Chats.good)
    #expect(try scratch.shell("cd d; stat -c '%a %n' *").output.contains("640 a.chat.new\n"))
    #expect(try scratch.shell("ls -A d").output == "a.chat\na.chat.new\nb.chat\n")
    let times = /[0-9]+\.[0-9]+|\([0-9,]+ trans[a-z\/]+\)|milliseconds":[0-9.]+/
    #expect(
      run.output.replacing(times, with: "") == plain.output.replacing(times, with: ""),
      "the report is complete, and nothing follows it")
  }

  @Test func `a file that can't or must not be rewritten gets no new file next to it`() throws {
    let conflict =
      "<<<<<<< HEAD\nbot> Name?\n=======\nbot> Who?\n>>>>>>> theirs\n"
    let files = [
      "conflict.chat": Chats.replacing("bot> Username?\n", conflict),
      "second.chat": Chats.wrong + Chats.replacing("bot> Username?\n", conflict),
      "expected.chat": Chats.expectingFailure(Chats.wrong),
      "passes.chat": Chats.expectingFailure(Chats.good), "broken.chat": "",
      "good.chat": Chats.good,
    ]
    try scratch.files(files)
    let run = try scratch.shell("$BOT replay --update d")
    #expect(run.status == 65)
    #expect(run.output.contains("d/conflict.chat:9: unresolved merge conflict"))
    #expect(run.output.contains("d/second.chat:34: unresolved merge conflict"))
    for (name, text) in files { #expect(try scratch.text("d/" + name) == text) }
    #expect(try scratch.shell("ls -A d | wc -l").output == "6\n")
  }

  @Test func `a read-only folder exits with 74, and the file is unchanged`() throws {
    try scratch.files(["a.chat": Chats.wrong])
    let run = try scratch.shell(
      "chmod 500 d; \(Program.withoutPrivileges) $BOT replay --update d; s=$?; chmod 700 d; exit $s"
    )
    #expect(run.status == 74)
    #expect(run.errors.contains("Permission denied"))
    #expect(try scratch.shell("ls -A d").output == "a.chat\n")
    #expect(try scratch.text("d/a.chat") == Chats.wrong)
  }

  @Test func `the new text keeps comments, settings, placeholders and transcripts that agree`()
    throws
  {
    let commented = Chats.good.replacingOccurrences(
      of: "bot> Username?\n", with: "# Who?\nbot> Username?\n# There.\n")
    let held = commented.replacingOccurrences(
      of: "https://example.com/octodog", with: "{{link:word}}")
    let text = held + "# Behind the end.\n" + Chats.expectingFailure(Chats.wrong) + held
    let wrong = text.replacingOccurrences(of: "bot+ Password repeated", with: "bot+ Fine")
    // Keep the expected failure as it was.
    let parts = wrong.components(separatedBy: "bot+ Fine")
    let mixed =
      parts[0] + "bot+ Fine" + parts[1] + "bot+ Password repeated" + parts[2] + "bot+ Fine"
      + parts[3]
    try scratch.files(["a.chat": mixed])
    #expect(try scratch.shell("$BOT replay --update d").status == 3)
    #expect(try scratch.text("d/a.chat.new") == text)
    #expect(try scratch.shell("mv d/a.chat.new d/a.chat; $BOT replay d").status == 0)
  }
}
