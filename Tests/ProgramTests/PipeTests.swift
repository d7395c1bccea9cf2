import Foundation
import Testing

/// The program with piped input: what it prints, and its exit status.
@Suite(.ownThreads)
struct PipeTests {
  private let scratch = Scratch()

  static let quick = ["--mock-latency", "0s", "--mock-failures", "0/1"]

  @Test(arguments: [["--mock-failures", "0/1"], []])
  func `bare answers sign up, and the output is a transcript that replays unchanged`(
    options: [String]
  ) throws {
    let run = try Program.run(
      options + ["--yes", "--mock-latency", "0s"], lines: "octodog\nsecret1\nsecret1\n")
    // Without the option, the service fails or not as the seed says, which the transcript names.
    #expect(run.status == 0 && run.errors.isEmpty || options.isEmpty)
    #expect(run.output.hasSuffix("end> signed-up exit=0 username=octodog\n") || options.isEmpty)
    #expect(!run.output.contains("secret1"))
    let again = try Program.run(lines: run.output)
    #expect(again.output == run.output && again.status == run.status)
  }

  @Test func `CRLF input is treated like LF`() throws {
    let seed = ["--seed", "1", "--yes"] + Self.quick
    let lf = try Program.run(seed, lines: "octodog\nsecret1\nsecret1\n")
    #expect(try Program.run(seed, lines: "octodog\r\nsecret1\r\nsecret1\r\n").output == lf.output)
    #expect(try Program.run(seed, lines: "octodog\nsecret1\nsecret1").output == lf.output)
    #expect(try Program.run(seed, lines: "\u{FEFF}octodog\nsecret1\nsecret1").output == lf.output)
  }

  static let ends: [(String, [String], Int32, String)] = [
    ("octodog\nsecret1\nsecret1\n", [], 2, "review"),
    ("octodog\nsecret1\n", [], 2, "repeat"),
    ("octodog\n", [], 2, "password"),
    ("", [], 2, "username"),
    ("/quit\n", [], 2, "username"),
    ("octocat\n", ["--mock-taken", "octocat"], 1, "username"),
    ("octodog\nabc\n", [], 1, "password"),
    ("octodog\n", ["--mock-unreachable", "octodog"], 69, "username"),
    ("octodog\nsecret1\nsecret1\nyes\n", ["--mock-failures", "1/1"], 1, "review"),
    ("octodog\nsecret1\nsecret1\nno\n", [], 2, "review"),
  ]

  @Test(arguments: ends)
  func `the ending has its exit status and names the question`(
    lines: String, options: [String], status: Int32, question: String
  ) throws {
    let failures = options.contains("--mock-failures") ? [] : ["--mock-failures", "0/1"]
    let run = try Program.run(options + failures + ["--mock-latency", "0s"], lines: lines)
    #expect(run.status == status)
    #expect(run.errors.hasSuffix(": \(question)\n"))
    #expect(run.output.contains("exit=\(status) question=\(question)"))
    #expect(try Program.run(lines: run.output).output == run.output)
  }

  @Test func `F84 the first refused answer ends the run, and no line after it is used`() throws {
    let run = try Program.run(
      ["--mock-taken", "octocat"] + Self.quick, lines: "octocat\nsecret1\nsecret1\nyes\n")
    #expect(run.status == 1)
    #expect(run.output.contains("end> refused exit=1 question=username\n"))
    #expect(!(run.output + run.errors).contains("secret1"))
    #expect(run.errors.hasSuffix("lines after the conversation's end that were not used: 3\n"))
  }

  @Test func `F84 more lines than questions are counted, and none of them is used`() throws {
    let run = try Program.run(
      ["--yes"] + Self.quick, lines: "octodog\nsecret1\nsecret1\nhunter2\n\nhunter3\n\n")
    #expect(run.status == 65)
    #expect(run.output.hasSuffix("end> malformed exit=65 question=username why=too-many-lines\n"))
    #expect(!(run.output + run.errors).contains("octodog"))
    #expect(
      run.errors.hasSuffix(
        "signup-bot: stdin: lines that were not used: 5\n"))
  }

  @Test func `lines left over after the end are counted, and the status is 65`() throws {
    let run = try Program.shell(
      """
      coproc $BOT --yes \(PipeTests.quick.joined(separator: " "))
      out=${COPROC[0]} in=${COPROC[1]} pid=$COPROC_PID
      echo octodog >&$in
      while read -r line <&$out; do echo "$line"; [[ $line == "bot> Password?" ]] && break; done
      printf 'secret1\\nsecret1\\nhunter2\\n\\nhunter3\\n' >&$in
      cat <&$out
      wait $pid
      """)
    #expect(run.status == 65)
    #expect(run.output.hasSuffix("end> signed-up exit=0 username=octodog\n"))
    #expect(
      run.errors
        == "signup-bot: stdin: lines after the conversation's end that were not used: 2\n")
  }

  @Test func `F84 a line that is neither yes nor no is not shown at the review`() throws {
    let run = try Program.run(Self.quick, lines: "octodog\nsecret1\nsecret1\nhunter2\n")
    #expect(run.status == 65)
    #expect(run.output.contains("end> malformed exit=65 question=username why=not-yes-or-no\n"))
    #expect(!(run.output + run.errors).contains("hunter2") && !run.output.contains("octodog"))
    #expect(try Program.run(lines: run.output).output == run.output)
  }

  @Test(arguments: [
    ("hunter2", "review", 65 as Int32, "not-yes-or-no"), ("secret2", "repeat", 1, ""),
  ])
  func `a line that comes after its question is judged as its answer`(
    line: String, question: String, status: Int32, why: String
  ) throws {
    let run = try Program.shell(
      """
      coproc $BOT \(PipeTests.quick.joined(separator: " "))
      out=${COPROC[0]} in=${COPROC[1]} pid=$COPROC_PID
      answers=(octodog secret1)
      [ \(question) = review ] && answers+=(secret1)
      for answer in ${answers[@]} \(line); do
        while read -r line <&$out; do echo "$line"; case $line in *\\?*) break;; esac; done
        echo $answer >&$in
      done
      cat <&$out
      wait $pid
      """)
    #expect(run.status == status, "\(run.output)")
    #expect(run.output.contains(" exit=\(status) question=\(question)"), "\(run.output)")
    #expect(run.output.contains("why=" + why) || why.isEmpty)
    #expect(!(run.output + run.errors).contains(line))
  }

  @Test(arguments: ["/help", "/back", "/undo", "/review", "/retry", "/restart", "/open", "/edit"])
  func `F84 a command ends the run, so that no line after it answers another question`(
    command: String
  ) throws {
    for (before, question) in [("", "username"), ("octodog\n", "password")] {
      let run = try Program.run(Self.quick, lines: before + command + "\nhunter2\nhunter2\n")
      #expect(run.output.contains(" question="), "\(question)")
      #expect(run.status == 1 || run.status == 2)
      #expect(!(run.output + run.errors).contains("hunter2"))
      #expect(try Program.run(lines: run.output).output == run.output)
    }
  }

  @Test(arguments: [
    ("\nann\nx\n", "an empty line or a command ended the answers", "username"),
    ("octodog\n\nhunter2\nhunter2\n", "an empty line or a command ended the answers", "password"),
    (
      "octodog\n/help\nhunter2\nhunter2\n", "an empty line or a command ended the answers",
      "password"
    ),
    ("octodog\n/quit\nhunter2\nhunter2\n", "left", "password"),
  ])
  func `one message says why the answers ended and how many lines were left`(
    lines: String, why: String, question: String
  ) throws {
    let run = try Program.run(Self.quick, lines: lines)
    #expect(run.status == 2)
    #expect(
      run.errors
        == "signup-bot: \(why), and what followed was not used (lines: 2); the question was: \(question)\n"
    )
  }

  @Test func `F84 offers and choices are not asked and consume no line`() throws {
    let secret = "xqzv-kjwp-fmgh-ty9A"
    let offered = try Program.run(
      ["--yes", "--accounts", "sqlite", "--sqlite-path", ":memory:"],
      lines: "octodog\n\(secret)\n\(secret)\n")
    #expect(offered.output.hasSuffix("as octodog.\nend> signed-up exit=0 username=octodog\n"))
    let failed = try Program.run(
      ["--yes", "--mock-failures", "1/1", "--mock-latency", "0s"],
      lines: "octodog\nsecret1\nsecret1\n")
    #expect(failed.output.hasSuffix("failed\nend> refused exit=1 question=review\n"))
    let signedIn = try Program.run(
      ["--flow", "sign-in", "--mock-taken", "octocat"] + Self.quick, lines: "octocat\nsecret1\n")
    #expect(signedIn.output.hasSuffix("octocat.\nend> signed-in exit=0 username=octocat\n"))
    let wrong = try Program.run(
      ["--flow", "sign-in", "--mock-taken", "octocat", "--mock-failures", "1/1"]
        + ["--mock-latency", "0s"], lines: "octocat\nsecret1\n")
    #expect(wrong.status == 1 && wrong.output.contains("end> refused exit=1 question=password"))
    for run in [offered, failed, signedIn, wrong] {
      #expect(try Program.run(lines: run.output).output == run.output)
    }
  }

  @Test func `a program can wait for each question before it answers`() throws {
    let run = try Program.shell(
      """
      mkfifo $HOME/in $HOME/out
      $BOT --yes --mock-latency 0s --mock-failures 0/1 --locale en < $HOME/in > $HOME/out &
      exec 3> $HOME/in 4< $HOME/out
      for answer in octodog secret1 secret1; do
        while read -r line <&4; do case $line in *\\?) break;; esac; done
        echo $answer >&3
      done
      exec 3>&-
      tail -n 1 <&4; wait $!
      """)
    #expect(run.output == "end> signed-up exit=0 username=octodog\n")
    #expect(run.status == 0)
  }

  @Test(arguments: ["@ transcript 1", "#!/usr/bin/env signup-bot", #"{"event":"started"}"#])
  func `a transcript or an event after the first question is refused, and nothing is used`(
    line: String
  ) throws {
    let run = try Program.shell(
      """
      mkfifo $HOME/in $HOME/out
      $BOT --locale en < $HOME/in > $HOME/out &
      exec 3> $HOME/in 4< $HOME/out
      while read -r line <&4; do case $line in *\\?) break;; esac; done
      # When the first has been refused, no one is there to read the second.
      trap '' PIPE
      printf '%s\\nhunter2\\n' \(Program.quoted(line)) >&3 2> $HOME/pipe; exec 3>&-
      cat <&4; wait $!
      """)
    #expect(run.status == 65)
    #expect(run.output.isEmpty && !run.errors.contains("hunter2"))
    #expect(run.errors.contains("came after the bot had asked for an answer"))
  }

  /// An input with a name, so that its ten million bytes don't appear in the test log.
  struct Input: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let why: String
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ why: String) {
      (self.name, self.bytes, self.why) = (name, bytes, why)
    }
  }

  static let malformed = [
    Input("F6 a lone CR", Array("octo\rdog\n".utf8), "control-character"),
    Input("F7 NUL", Array("octo\0dog\n".utf8), "nul"),
    Input("F8 0xFF", [0x6F, 0xFF, 0x0A], "invalid-utf8"),
    Input("F9 a cut character at the end", [0x6F, 0xE6, 0xBC], "invalid-utf8"),
    Input("F10 overlong", [0xC0, 0xAF, 0x0A], "invalid-utf8"),
    Input("F10 a surrogate", [0xED, 0xA0, 0x80, 0x0A], "invalid-utf8"),
    Input("F15 TAB", Array("octo\tdog\n".utf8), "control-character"),
    Input("F16 ESC", Array("octo\u{1B}[31m\n".utf8), "control-character"),
    Input("F16 U+009B", Array("octo\u{9B}31m\n".utf8), "control-character"),
    Input("F13 10 MB", Array(repeating: 0x61, count: 10_000_000), "too-long"),
  ]

  @Test(arguments: malformed)
  func `bytes that are not text are refused with 65, at open and secret questions`(
    input: Input
  ) throws {
    for before in ["", "octodog\n"] {
      let run = try Program.run(Self.quick, input: Data(before.utf8) + Data(input.bytes))
      #expect(run.status == 65, "\(input.name)")
      #expect(run.output.contains("end> malformed exit=65"))
      #expect(run.output.contains("why=\(input.why)"))
      #expect(run.errors.contains("the input is malformed (That "))
      #expect(try Program.run(lines: run.output).output == run.output)
    }
  }

  @Test(arguments: [1023, 1024, 4097, 65_536])
  func `F12 long answers keep their exact length`(length: Int) throws {
    let name = String(repeating: "a", count: length)
    let run = try Program.run(Self.quick, lines: name + "\n")
    #expect(run.output.contains("\nyou> \(name)\n"))
    #expect(try Program.run(lines: run.output).output == run.output)
  }

  @Test(arguments: ["C", "POSIX", "en_US.UTF-8", "xx_YY"])
  func `F11 the locale of the environment doesn't change a byte of an answer`(
    locale: String
  ) throws {
    let run = try Program.run(
      ["--seed", "1", "--yes"] + Self.quick, lines: "h\u{E9}\u{DF}\u{6F22}\nsecret1\nsecret1\n",
      environment: ["LC_ALL": locale])
    #expect(run.output.contains("you> h\u{E9}\u{DF}\u{6F22}\n"))
    #expect(run.status == 0)
  }

  @Test(arguments: [
    (["LANG": "zh_CN.UTF-8"], "zh-Hans", "用户名\u{FF1F}"),
    (["LC_ALL": "de_DE.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8", "LANG": "C"], "de", "Benutzername?"),
    (["LC_ALL": "", "LC_MESSAGES": "de_AT.UTF-8", "LANG": "zh_CN.UTF-8"], "de", "Benutzername?"),
    (["LANG": "de_CH"], "de", "Benutzername?"),
  ])
  func `the first of LC_ALL, LC_MESSAGES and LANG selects the language`(
    environment: [String: String], locale: String, question: String
  ) throws {
    let run = try Program.run(lines: "", environment: environment)
    #expect(run.output.contains("@ locale \(locale)\n"))
    #expect(run.output.contains("bot> \(question)\n"))
  }

  static let streams: [(String, String, Int32)] = [
    ("$BOT < /dev/null > /dev/full", "write stdout", 74),
    ("$BOT <&-", "read stdin", 74),
    ("$BOT < /", "read stdin", 74),
    ("$BOT < /dev/null >&-", "write stdout", 74),
    ("$BOT --mock-latency 0s <<< octodog > /dev/full", "write stdout", 74),
    ("$BOT --record /no/such/folder/file < /dev/null", "open /no/such/folder/file", 74),
    ("$BOT no-such-file", "open no-such-file", 74),
  ]

  @Test(arguments: streams)
  func `F45 F48 failing streams end with 74 and are named in the error`(
    line: String, complaint: String, status: Int32
  ) throws {
    let run = try Program.shell(line)
    #expect(run.status == status)
    #expect(run.errors.contains("can't \(complaint)"))
    #expect(!run.isSignal)
  }

  @Test func `F48 a reader that has gone away is an error, not a crash`() throws {
    let pipe = "mkfifo $HOME/p; exec 3<>$HOME/p; exec 4>$HOME/p; exec 3>&-"
    let run = try Program.shell(pipe + "; $BOT < /dev/null >&4")
    #expect(run.status == 74)
    #expect(run.errors.contains("can't write stdout"))
    #expect(!run.isSignal)
  }

  static let usage: [([String], Int32, String)] = [
    (["--no-such-option"], 64, "--no-such-option"),
    (["--accounts", "paper"], 64, "--accounts"),
    (["--mock-latency", "soon"], 64, "--mock-latency"),
    (["--mock-failures", "2/1"], 64, "--mock-failures"),
    (["--seed", "-1"], 64, "--seed"),
    (["--seed=x"], 64, "--seed"),
    (["--locale", "tlh"], 64, "--locale"),
    (["--policy", "lax"], 64, "--policy"),
    (["--policy", "/no/such.json"], 78, "--policy"),
  ]

  @Test(arguments: usage)
  func `wrong usage is reported with its exit status`(
    arguments: [String], status: Int32, named: String
  ) throws {
    let run = try Program.run(arguments, lines: "octodog\n")
    #expect(run.status == status)
    #expect(run.errors.contains(named))
    #expect(run.output.isEmpty)
  }

  /// This uses the real clock. Only the order in which the two timers end matters.
  @Test(arguments: [("200ms", "60s", 2 as Int32), ("600s", "200ms", 69)])
  func `a call waits for the latency, but no longer than the timeout`(
    latency: String, timeout: String, status: Int32
  ) throws {
    let run = try Program.run(
      ["--mock-latency", latency, "--timeout", timeout], lines: "octodog\n")
    #expect(run.status == status)
    #expect(run.output.contains("bot+ Username available") == (status == 2))
  }
}
