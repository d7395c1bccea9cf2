import Foundation
import Testing

/// Odd files and folders: `replay` reports them, and neither hangs nor crashes.
@Suite(.ownThreads)
struct ReplayFileTests {
  private let scratch = Scratch()

  @Test func `an unreadable folder or file is reported, and the status is 74`() throws {
    try scratch.files(["a.chat": Chats.good, "in/b.chat": Chats.good, "c.chat": Chats.good])
    let run = try scratch.shell(
      "chmod 0 d/in d/c.chat; \(Program.withoutPrivileges) $BOT replay d; s=$?; chmod 700 d/in; exit $s"
    )
    #expect(run.status == 74)
    #expect(run.output.contains("d/in:1: can't be opened: Permission denied"))
    #expect(run.output.contains("d/c.chat:1: can't be opened: Permission denied"))
    #expect(run.output.contains("1 agrees, 0 differ, 2 broken"))
    let alone = try scratch.shell(
      "chmod 0 d/in; \(Program.withoutPrivileges) $BOT replay d/in; s=$?; chmod 700 d/in; exit $s"
    )
    #expect(alone.status == 74)
  }

  @Test func `links to files are followed, but cycles are not`() throws {
    try scratch.files(["a.chat": Chats.good, "in/b.chat": Chats.good])
    let run = try scratch.shell(
      """
      ln -s . d/loop; ln -s ../.. d/in/up; ln -s ../in d/in/folder.chat; ln -s a.chat d/link.chat
      ln -s d e; $BOT replay --list d; $BOT replay e
      """)
    #expect(run.output.hasPrefix("d/a.chat\nd/in/b.chat\nd/link.chat\n3 agree, "))
    let circle = try scratch.shell("ln -s circle.chat d/circle.chat; $BOT replay d")
    #expect(circle.status == 74)
    #expect(circle.output.contains("d/circle.chat:1: can't be opened: Too many levels"))
  }

  @Test func `a pipe in a folder is skipped, and a pipe given by name is read`() throws {
    try scratch.files(["a.chat": Chats.good])
    let run = try scratch.shell("mkfifo d/b.chat; ln -s b.chat d/c.chat; $BOT replay d")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("1 agrees, "))
    let named = try scratch.shell("$BOT replay <(cat d/a.chat) /dev/stdin < d/a.chat")
    #expect(named.status == 0)
    #expect(named.output.hasPrefix("2 agree, "))
    #expect(try scratch.shell("$BOT replay /dev/null").status == 74)
  }

  /// A `String` can't contain such a name, which must not be mistaken for another.
  @Test func `a file name that is not UTF-8 is reported, and the status is 74`() throws {
    try scratch.files(["a.chat": Chats.good])
    let run = try scratch.shell("cp d/a.chat $'d/b\\xff.chat'; $BOT replay d")
    #expect(run.status == 74)
    #expect(run.output.contains("d/b\u{FFFD}.chat:1: can't be opened: Invalid or incomplete"))
    #expect(run.output.contains("1 agrees, 0 differ, 1 broken"))
  }

  @Test(arguments: [
    "new\nline", "\u{1B}[31mred", "it's \"quoted\"", "-dash", "a\u{202E}b", "\u{301}x",
  ])
  func `a file name can't forge a report, and the suggested command replays the file`(
    name: String
  ) throws {
    try scratch.files([name + ".chat": Chats.wrong])
    let run = try scratch.shell("cd d; $BOT replay -- *")
    #expect(run.status == 3)
    #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"))
    #expect(
      run.output.split(separator: "\n").first?.hasSuffix(".chat:9: differs (- wanted, + got)")
        == true)
    let again = try #require(run.output.firstMatch(of: /again: signup-bot (.*)\n/)?.1)
    let second = try scratch.shell("cd d; $BOT \(again)")
    #expect(second.status == 3)
    let (one, two) = (run.output.split(separator: "\n"), second.output.split(separator: "\n"))
    #expect(one.first == two.first || "./" + (one.first ?? "") == two.first ?? "")
    for report in ["tap", "junit", "github", "jsonl"] {
      #expect(try scratch.shell("$BOT replay --report \(report) d").status == 3)
    }
  }

  @Test func `a file of 16 MiB is replayed`() throws {
    let line = "# " + String(repeating: "x", count: 60_000) + "\n"
    try scratch.files(["a.chat": Chats.good + String(repeating: line, count: 280)])
    let run = try scratch.shell("$BOT replay d")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `files that vanish during a replay are reported or skipped`() throws {
    var files: [String: String] = [:]
    for number in 0..<400 { files["\(number % 20)/\(number).chat"] = Chats.good }
    try scratch.files(files)
    let run = try scratch.shell(
      "(for i in d/*; do rm -r $i; done) & $BOT replay d; s=$?; wait; exit $s")
    #expect([0, 74].contains(run.status) && !run.isSignal, "\(run.status) \(run.errors)")
    #expect(!run.output.contains("differs"))
  }

  /// Finished transcripts are not kept in memory. The peak is read while the program waits for
  /// changes.
  @Test func `ten thousand files take no more memory than a thousand`() throws {
    let head = Chats.good.components(separatedBy: "you> ")[0]
    let comment = "# " + String(repeating: "x", count: 4000) + "\n"
    try scratch.files(["0.chat": head + "end> incomplete exit=2 question=username\n" + comment])
    let peaks = try ["{1..999}", "{1000..9999}"].map { numbers in
      let run = try scratch.shell(
        """
        set -e
        perl -e 'link "d/0.chat", "d/$_.chat" for @ARGV' \(numbers)
        # Empty it first: in the second round, it has the report of the first.
        : > report; $BOT replay --watch d > report & pid=$!
        \(Program.waiting(for: "grep -q agree report || ! kill -0 $pid"))
        sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$pid/status
        kill $pid; cat report
        """)
      let lines = run.output.split(separator: "\n")
      try #require(lines.count == 2, "\(run.output)\(run.errors)")
      #expect(lines[1].hasPrefix(numbers.hasPrefix("{1..") ? "1,000 agree" : "10,000 agree"))
      return try #require(Int(lines[0]))
    }
    print("peak of a thousand files: \(peaks[0]) kB; of ten thousand: \(peaks[1]) kB")
    #expect(peaks[1] < peaks[0] + 32_768)
  }
}
