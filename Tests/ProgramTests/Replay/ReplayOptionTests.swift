import Foundation
import Testing

/// The options of `replay` and its exit statuses.
@Suite(.ownThreads)
struct ReplayOptionTests {
  private let scratch = Scratch()

  static let statuses: [(String, String, Int32)] = [
    ("all agree", Chats.good, 0), ("one differs", Chats.wrong, 3),
    ("one is broken", Chats.replacing("key> password", "key> hunter2"), 65),
    ("a conflict", Chats.replacing("you> yes\n", "<<<<<<< HEAD\nyou> yes\n"), 65),
    ("CR LF", Chats.replacing("\n", "\r\n"), 65), ("empty", "", 65),
    ("no end", Chats.replacing("end> signed-up exit=0 username=octodog\n", ""), 3),
    ("no last newline", String(Chats.good.dropLast()), 3),
    ("as expected", Chats.expectingFailure(Chats.wrong), 0),
    ("passed unexpectedly", Chats.expectingFailure(Chats.good), 3),
    ("two, the second wrong", Chats.good + Chats.wrong, 3),
    ("two, the second broken", Chats.good + Chats.replacing("you> yes", "you>yes"), 65),
  ]

  @Test(arguments: statuses)
  func `the exit status reflects the result`(name: String, text: String, status: Int32) throws {
    try scratch.files(["a.chat": Chats.good, "b.chat": text])
    for jobs in [1, 4] {
      let run = try scratch.shell("$BOT replay --jobs \(jobs) d")
      #expect(run.status == status && !run.isSignal, "\(run.output)\(run.errors)")
      #expect(run.errors.isEmpty)
      #expect(!run.output.contains("hunter2"))
    }
  }

  @Test func `the worst status wins: unreadable, then broken, then different`() throws {
    try scratch.files(["a.chat": Chats.wrong, "b.chat": "", "c.chat": Chats.good])
    #expect(try scratch.shell("$BOT replay d").status == 65)
    let run = try scratch.shell("ln -s nowhere d/d.chat; $BOT replay d")
    #expect(run.status == 74)
    #expect(run.output.contains("d/d.chat:1: can't be opened: No such file or directory"))
    #expect(run.output.contains("1 agrees, 1 differs, 2 broken"))
  }

  static let wrongUsage: [(String, String)] = [
    ("--jobs 0", "--jobs must be a number from 1 to 1024"), ("--jobs 1025", "--jobs must be"),
    ("--jobs x", "--jobs"), ("--jobs -1", "--jobs"),
    ("--shuffle x", "--shuffle must be a whole number, or \"random\""),
    ("--shuffle 18446744073709551616", "--shuffle must be"), ("--shuffle ''", "--shuffle must be"),
    ("--shuffle ٣", "--shuffle must be"), ("--shuffle=-1", "--shuffle must be"),
    ("--coverage-min 101", "--coverage-min must be a number from 0 to 100"),
    ("--coverage-min=-1", "--coverage-min must be"), ("--coverage-min x", "--coverage-min"),
    ("--report xml", "--report must be one of text, tap, junit, github, jsonl"),
    ("--format tap", "--format must be text or jsonl"),
    ("--report tap --format text", "--report and --format have the same meaning"),
    ("--color blue", "--color must be one of auto, always, never"),
    ("--update --watch", "--update and --watch can't be used together"),
    ("--nonsense", "--nonsense"),
  ]

  @Test(arguments: wrongUsage)
  func `wrong usage exits with 64, says why, and replays nothing`(
    options: String, why: String
  ) throws {
    let run = try Program.shell("$BOT replay \(options) transcripts/endings/signed-up.chat")
    #expect(run.status == 64)
    #expect(run.errors.contains(why), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [
    "nowhere", "''", "--filter nosuch transcripts", "Sources", "transcripts nowhere",
  ])
  func `if there is no file to replay, the status is 74`(arguments: String) throws {
    let run = try Program.shell("$BOT replay \(arguments)")
    #expect(run.status == 74)
    #expect(run.errors.hasPrefix("signup-bot: ") && run.output.isEmpty)
  }

  @Test(
    arguments: ["> /dev/full", ">&-", "| true"], ["", "--list", "--report junit", "--coverage"])
  func `failing output exits with 74`(redirection: String, option: String) throws {
    let run = try Program.shell(
      "set -o pipefail; $BOT replay \(option) transcripts/endings \(redirection)")
    // A pipe may accept everything before its reader exits.
    #expect(run.status == 74 || redirection == "| true" && run.status == 0)
    if run.status != 0 { #expect(run.errors.contains("can't write stdout")) }
  }

  // MARK: Selection

  @Test func `a filter is part of the path, or a pattern for the whole path or its last component`()
    throws
  {
    try scratch.files([
      "one.chat": "", "two.chat": "", "in/three.chat": "", "in/[x].chat": "", ".hidden.chat": "",
      "four.txt": "", ".in/five.chat": "",
    ])
    for (filter, names) in [
      ("", ["in/[x]", "in/three", "one", "two"]), ("o", ["one", "two"]),
      ("in/", ["in/[x]", "in/three"]),
      ("t*.chat", ["in/three", "two"]), ("d/*/*", ["in/[x]", "in/three"]), ("t?o.chat", ["two"]),
      ("[a-o]*", ["in/[x]", "in/three", "one", "two"]), ("d/one.chat", ["one"]),
    ] {
      let run = try scratch.shell("$BOT replay --list --filter \(Program.quoted(filter)) d")
      #expect(run.output == names.map { "d/\($0).chat\n" }.joined(), "\(filter)")
      #expect(run.status == 0 && run.errors.isEmpty)
    }
  }

  @Test func `listed paths can be passed back to replay, whatever characters they contain`() throws
  {
    let names = ["-x", "a b", "it's", "quo\"te", "$HOME", "é", "\u{301}mark", "tab\there", "--"]
    try scratch.files(Dictionary(uniqueKeysWithValues: names.map { ($0 + ".chat", Chats.good) }))
    for line in [
      "$BOT replay --list d | xargs -d '\\n' $BOT replay",
      "cd d; $BOT replay --list . | xargs -d '\\n' $BOT replay",
      "cd d; $BOT replay --list -- *.chat | xargs -d '\\n' $BOT replay",
    ] {
      let run = try scratch.shell(line)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.output.hasPrefix("\(names.count) agree, "))
    }
    let plain = try Program.shell("$BOT replay --list transcripts/undo | xargs $BOT replay")
    #expect(plain.status == 0)
  }

  @Test func `a file is replayed once, however often it is named`() throws {
    try scratch.files(["a.chat": Chats.good, "b.chat": Chats.good])
    let run = try scratch.shell("$BOT replay d d/a.chat ./d/a.chat \"$PWD/d\" d/../d/b.chat")
    #expect(run.output.hasPrefix("2 agree, "))
  }

  // MARK: Order

  @Test func `a shuffle prints its seed, and the same seed gives the same order`() throws {
    func order(_ seed: String) throws -> [String] {
      try Program.shell("$BOT replay --list --shuffle \(seed) transcripts").output
        .split(separator: "\n").map(String.init)
    }
    let (seven, eight) = (try order("7"), try order("8"))
    #expect(try order("7") == seven)
    #expect(seven != eight && seven.sorted() == eight.sorted() && seven != seven.sorted())
    let run = try Program.shell("$BOT replay --shuffle 7 --report jsonl --jobs 4 transcripts")
    #expect(run.output.contains(#""seed":"7""#))
    #expect(paths(run.output) == seven)
    #expect(
      try Program.shell("$BOT replay --shuffle 7 transcripts").output.hasPrefix(
        "shuffled by seed 7\n"))
  }

  @Test func `a random shuffle prints a seed that reproduces its order`() throws {
    let random = try Program.shell("$BOT replay --shuffle random --report jsonl transcripts").output
    let seed = try #require(random.firstMatch(of: /"seed":"([0-9]+)"/)?.1)
    let again = try Program.shell("$BOT replay --shuffle \(seed) --list transcripts").output
    #expect(paths(random) == again.split(separator: "\n").map(String.init))
    #expect(paths(random).count > 100)
  }

  private func paths(_ report: String) -> [String] {
    report.matches(of: /"path":"([^"]+)"/).map { String($0.1) }
  }

  @Test func `the report is the same for any number of jobs`() throws {
    var files: [String: String] = [:]
    for number in 0..<60 {
      files["\(number).chat"] = number % 5 == 0 ? Chats.wrong : number % 7 == 0 ? "" : Chats.good
    }
    try scratch.files(files)
    let reports = try [1, 2, 16, 1024].map { jobs in
      try scratch.shell("$BOT replay --jobs \(jobs) d | sed 's/ in [0-9.]* s.*//'").output
    }
    #expect(Set(reports).count == 1)
    #expect(reports[0].contains("12 differ, 7 broken"))
  }

  @Test func `fail-fast reports nothing after the first failure`() throws {
    try scratch.files([
      "a.chat": Chats.good, "b.chat": Chats.expectingFailure(Chats.wrong), "c.chat": Chats.wrong,
      "d.chat": "", "e.chat": Chats.good,
    ])
    for jobs in [1, 8] {
      let run = try scratch.shell("$BOT replay --fail-fast --jobs \(jobs) d")
      #expect(run.status == 3)
      #expect(run.output.contains("d/c.chat:9: differs") && !run.output.contains("d/d.chat"))
      #expect(run.output.contains("1 agrees, 1 differs, 0 broken, 1 failed as expected"))
    }
    #expect(try scratch.shell("rm d/c.chat d/d.chat; $BOT replay --fail-fast d").status == 0)
  }
}
