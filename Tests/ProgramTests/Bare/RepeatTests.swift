import FaultServer
import Foundation
import Synchronization
import Testing

/// Many conversations in one stream.
@Suite(.ownThreads)
struct RepeatTests {
  static let quick = ["--yes", "--seed", "7"] + PipeTests.quick
  static let taken = quick + ["--repeat", "--mock-taken", "octocat"]

  private func ends(_ output: String) -> [Substring] {
    output.split(separator: "\n").filter { $0.hasPrefix("end> ") }
  }

  @Test func `people sign up one after the other, and the output replays unchanged`() throws {
    let run = try Program.run(
      Self.taken, lines: "ann\nsecret1\nsecret1\n\nbob\nsecret2\nsecret2\n\ncy\nsecret3\nsecret3")
    #expect(run.status == 0)
    #expect(
      ends(run.output) == ["ann", "bob", "cy"].map { "end> signed-up exit=0 username=\($0)" })
    #expect(run.errors == "signup-bot: 3 conversations: 3 signed-up\n")
    #expect(try Program.run(lines: run.output).output == run.output)
  }

  @Test func `each conversation has its own seed and replays on its own`() throws {
    let lines = "ann\nsecret1\nsecret1\n\nann\nsecret1\nsecret1\n"
    let output = try Program.run(Self.taken, lines: lines).output
    let second = try #require(output.range(of: "@ transcript 1\n", options: .backwards))
    #expect(output.contains("@ seed 7\n") && output[second.lowerBound...].contains("@ seed 8\n"))
    for part in [output[..<second.lowerBound], output[second.lowerBound...]] {
      #expect(try Program.run(lines: String(part)).output == part)
    }
  }

  @Test func `the seed wraps around after the largest number`() throws {
    let options = ["--repeat", "--yes", "--seed", "\(UInt64.max)"] + PipeTests.quick
    let run = try Program.run(options, lines: "ann\nsecret1\nsecret1\n\nbob\nsecret1\nsecret1\n")
    #expect(run.status == 0)
    #expect(run.output.contains("@ seed 18446744073709551615\n"))
    #expect(run.output.contains("@ seed 0\n"))
  }

  @Test func `a refused person's password never becomes a username, and stderr says why`() throws {
    let run = try Program.run(
      Self.taken,
      lines: "octocat\nhunter22\nhunter22\n\nbob\nsecret2\nsecret2\n\nc\nabc\nabc\n")
    #expect(run.status == 1)
    #expect(ends(run.output).count == 3)
    #expect(!(run.output + run.errors).contains("hunter"))
    #expect(
      run.errors == """
        signup-bot: stdin:1: octocat: an answer was refused (Username already taken); \
        the question was: username
        signup-bot: stdin:9: c: an answer was refused (Password must be at least 5 characters); \
        the question was: password
        signup-bot: 3 conversations: 1 signed-up, 2 refused

        """)
  }

  @Test func `F83 a record with the wrong number of lines is refused before anything is used`()
    throws
  {
    let run = try Program.run(
      Self.taken,
      lines:
        "ann\nhunter2\nhunter2\nbob\nhunter3\nhunter3\n\ncy\nsecret1\n \ndee\nsecret1\nsecret1\n")
    #expect(run.status == 65)
    #expect(run.output.isEmpty && !run.errors.contains("hunter"))
    #expect(
      run.errors == """
        signup-bot: stdin:1: 6 lines where 3 were expected (username, password, repeat), \
        with an empty line between people; neither they nor what follows was used
        signup-bot: stdin:8: not used, because of the record at line 1
        signup-bot: stdin:11: not used, because of the record at line 1
        signup-bot: 3 conversations: 3 malformed

        """)
  }

  /// Records of the right size in which each name is the password of the person before.
  @Test(arguments: [
    "ann\n\nhunter2A\nhunter2A\nbob\n\nhunter3B\nhunter3B\ncy\n\nhunter4C\nhunter4C\n",
    "hunter2A\nhunter2A\nann\n\nbob\nhunter3B\nhunter3B\nhunter3B\n\nhunter4C\nhunter4C\ncy\n",
    "list\nann\nhunter22\n\nhunter22\nbob\nhunter33\n\nhunter33\ncy\nhunter44\n",
  ])
  func `F83 a misplaced empty line, or a line too many, doesn't turn a secret into a name`(
    lines: String
  ) throws {
    let run = try Program.run(Self.taken, lines: lines)
    #expect(run.status == 65)
    #expect(run.output.isEmpty && !run.errors.contains("hunter"))
    #expect(run.errors.hasSuffix(" malformed\n"))
  }

  @Test func `F83 a line of a table is no username, and none of its record is used`() throws {
    let run = try Program.run(
      Self.taken + ["--policy", "moya"],
      lines: "dee\nsecret4\n\nann,hunter2\nbob,hunter3\n\ncy\nsecret5\n")
    #expect(run.status == 65)
    #expect(ends(run.output) == ["dee", "cy"].map { "end> signed-up exit=0 username=\($0)" })
    #expect(!(run.output + run.errors).contains("hunter"))
    #expect(
      run.errors == """
        signup-bot: stdin:4: In bare input, a username has only letters, digits and \
        . - _ @ + '; none of the lines was used.
        signup-bot: 3 conversations: 2 signed-up, 1 malformed

        """)
  }

  @Test
  func `F83 a name that holds one of the secrets, or that the policy refuses, is shown nowhere`()
    throws
  {
    let run = try Program.run(
      Self.taken,
      lines:
        "ann-hunter2\nhunter2\nhunter2\n\nhunter3-x\nsecret1\nsecret1\n\ncy\nsecret1\nsecret1\n")
    #expect(run.status == 65)
    #expect(ends(run.output) == ["end> signed-up exit=0 username=cy"])
    #expect(!(run.output + run.errors).contains("hunter"))
    #expect(
      run.errors == """
        signup-bot: stdin:1: The username contains the password; none of the lines was used.
        signup-bot: stdin:5: an answer was refused (Username can only contain letters and digits); \
        the question was: username
        signup-bot: 3 conversations: 1 signed-up, 1 refused, 1 malformed

        """)
  }

  @Test(arguments: [
    "@ transcript 1\nyou> ann\nend> quit exit=2\n", "#!/usr/bin/env signup-bot\n",
    "#!x\nsecret1\nsecret1\n",
  ])
  func `a transcript is none of many people's lines`(lines: String) throws {
    for options in [Self.taken, Self.taken + ["--format", "text"]] {
      let run = try Program.run(options, lines: lines)
      #expect(run.status == 65 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("signup-bot: stdin: the first line begins a transcript, but "))
    }
    #expect(try Program.run(["--repeat"], lines: "{\"a\nsecret1\nsecret1\n").status == 65)
  }

  @Test func `no line of a record is a command`() throws {
    let run = try Program.run(
      ["--policy", "combine"] + Self.taken,
      lines: "quit\n/Undo12\n/Undo12\n\nbo\n//Back2\n//Back2\n\ncy\n/back\n/back\n")
    #expect(
      ends(run.output) == [
        "end> signed-up exit=0 username=quit", "end> signed-up exit=0 username=bo",
        "end> refused exit=1 question=password",
      ])
    #expect(try Program.run(lines: run.output).output == run.output)
  }

  @Test func `a malformed line refuses only its own record and sets the exit status`() throws {
    let long = String(repeating: "x", count: 200_000)
    let run = try Program.run(
      Self.taken,
      lines: "a\0\nsecret1\nsecret1\n\n\(long)\nsecret1\nsecret1\n\nann\nsecret1\nsecret1\n")
    #expect(run.status == 65)
    #expect(run.errors.contains("stdin:1: That contains a NUL byte;"))
    #expect(run.errors.contains("stdin:5: That is longer than 64 KiB;"))
    #expect(run.errors.hasSuffix("3 conversations: 1 signed-up, 2 malformed\n"))
    #expect(try Program.run(lines: run.output).output == run.output)
  }

  /// The provider's address of the second person's account contains the password.
  @Test func `F75 a secret about to be written ends one conversation, and the account is reported`()
    throws
  {
    let newest = Mutex("")
    let server = try FaultServer { request in
      if request.path.hasSuffix("/ServiceProviderConfig") {
        return ScimReply.configuration
      }
      if request.path.hasSuffix("/Users"), request.method == "GET" {
        return ScimReply.users([], foundBy: request)
      }
      // The account that was made last, which is asked for by its id afterwards.
      let name = newest.withLock { newest in
        if request.method == "POST" {
          newest =
            ["ann", "bob", "cy"].first { request.text.contains(#""userName":"\#($0)""#) } ?? ""
        }
        return newest
      }
      return .json(
        request.method == "POST" ? 201 : 200,
        #"{"id":"7","userName":"\#(name)","meta":{"location":"Users/7"}}"#)
    }
    defer { server.stop() }
    let run = try Program.run(
      ["--repeat", "--seed", "7", "--policy", "moya", "--scim-url", server.url + "/v2"],
      lines: "ann\nsecret1\n\nbob\nv2/Users/7\n\ncy\nsecret3\n")
    #expect(run.status == 74)
    #expect(
      ends(run.output) == ["ann", "bob", "cy"].map { "end> signed-up exit=0 username=\($0)" })
    #expect(
      run.output.contains(
        """
        bot> {{hidden:rest}}
        # The transcript ends before a secret.
        end> signed-up exit=0 username=bob
        @ transcript 1

        """))
    #expect(
      run.errors == """
        signup-bot: stdin:4: a secret was about to be written to stdout; \
        the transcript ends before it; bob is signed up
        signup-bot: 3 conversations: 3 signed-up

        """)
  }

  @Test func `F75 a transcript that ends before a secret has an end, and prints itself`() throws {
    let header = "@ transcript 1\n@ policy moya\n@ accounts sqlite\n@ sqlite-path :memory:\n"
    let script =
      header + "@ secret p env:P\nyou> bob\nkey> p\nyou> yes\nyou> hunter22\nend> quit exit=2\n"
    let whole = header + "you> cy\nend> quit exit=2\n"
    let run = try Program.run(
      ["--locale", "en", "--seed", "7"], lines: script + whole, environment: ["P": "hunter22"])
    #expect(run.status == 74)
    #expect(
      run.output.contains(
        """
        bot> Sign in as bob now? (yes/no)
        # The transcript ends before a secret.
        end> signed-up exit=0 username=bob
        @ transcript 1

        """))
    #expect(run.output.hasSuffix("end> incomplete exit=2 question=password\n"))
    let again = try Program.run(lines: run.output, environment: ["P": "hunter22"])
    #expect(again.output == run.output && again.status == 2)
  }

  @Test(arguments: [
    "you> yes", "Sign up as ann", "example.com/ann", "signed-up exit=0", "# The transcript",
  ])
  func `a password that occurs in the transcript's own words does not end the run`(
    password: String
  ) throws {
    let run = try Program.run(
      Self.taken + ["--policy", "moya"], lines: "ann\n\(password)\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(ends(run.output) == ["end> signed-up exit=0 username=ann"])
  }

  @Test func `after an interrupt, the report says where, and counts the conversations so far`()
    throws
  {
    let run = try Program.shell(
      """
      mkfifo $HOME/in $HOME/out
      # A shell lets what it starts in the background ignore SIGINT.
      env --default-signal=INT $BOT \(Self.taken.joined(separator: " ")) < $HOME/in > $HOME/out &
      exec 3> $HOME/in 4< $HOME/out
      printf 'ann\\nsecret1\\nsecret1\\n\\nbob\\nsecret1\\nsecret1\\n\\n' >&3
      # Once the second conversation has begun, the first one is counted; the second one may be.
      while read -r line <&4; do case $line in *bob) break;; esac; done
      kill -INT $!; wait $!
      """)
    #expect(run.status == 130)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2)
    let places = ["signup-bot: stdin:5: stopped", "signup-bot: stdin:9: stopped before this line"]
    #expect(places.contains { lines[0].hasPrefix($0) }, "\(run.errors)")
    let summaries = ["1 conversation: 1 signed-up", "2 conversations: 2 signed-up"]
    #expect(summaries.map { "signup-bot: \($0)" }.contains(lines[1]))
  }

  @Test func `F48 failing output ends the run with 74 and a summary`() throws {
    let run = try Program.shell(
      "printf 'ann\\nsecret1\\nsecret1\\n\\nbob\\n' | $BOT "
        + Self.taken.joined(separator: " ") + " > /dev/full")
    #expect(run.status == 74)
    #expect(
      run.errors.hasPrefix(
        """
        signup-bot: stdin:1: stopped during this conversation
        signup-bot: 0 conversations
        signup-bot: can't write stdout:
        """))
  }

  @Test func `a transcript that breaks halfway ends the run, and its output so far is printed`()
    throws
  {
    let good = try Program.run(Self.quick, lines: "ann\nsecret1\nsecret1\n").output
    let run = try Program.run(
      lines: good
        + "@ transcript 1\n@ seed 1\n@ locale en\nyou> ann\nyou> hunter2\nend> quit exit=2\n"
        + good, environment: ["SIGNUP_BOT_MOCK_LATENCY": "0s"])
    #expect(run.status == 65)
    #expect(run.output.hasPrefix(good) && run.output.hasSuffix("bot> Password?\n"))
    #expect(run.errors.contains("1 conversation: 1 signed-up\n"))
    #expect(run.errors.contains("can't answer the secret question password"))
    #expect(!(run.output + run.errors).contains("hunter2"))
  }

  @Test func `input without records is no conversation`() throws {
    let run = try Program.run(Self.taken, lines: "\n\n")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors == "signup-bot: 0 conversations\n")
  }

  @Test func `all golden transcripts in one stream replay unchanged`() throws {
    var all = Data()
    var count = 0
    for path in Golden.paths {
      let text = try Golden.bytes(path)
      let words = String(decoding: text, as: UTF8.self)
      // This runs in real time, so other tests replay the slow transcripts. A stream has no folder
      // in which to look for policies.
      let hasOwnPolicy = words.split(separator: "\n").contains {
        $0.hasPrefix("@ policy ") && $0.hasSuffix(".json")
      }
      guard words.contains("\n@ mock-latency 0s\n"), !hasOwnPolicy else { continue }
      all += text
      count += 1
    }
    let run = try Program.run(input: all)
    #expect(Data(run.output.utf8) == all)
    #expect(count > 100 && ends(run.output).count == count)
    #expect(run.errors.contains("signup-bot: \(count) conversations: "))
  }

  @Test func `a broken transcript is reported by its line, and the others still run`() throws {
    let good = try Program.run(Self.quick, lines: "ann\nsecret1\nsecret1\n").output
    let run = try Program.run(
      lines: good + "# then\n@ transcript 1\nnonsense\nend> x exit=0\n" + good
        + "@ transcript 1\n@ nonsense 1\n")
    #expect(run.output == good + "# then\n" + good)
    #expect(run.status == 65)
    let line = good.utf8.count { $0 == 0x0A } + 3
    #expect(run.errors.contains("signup-bot: stdin:\(line): a line must begin with"))
    #expect(run.errors.contains("@ nonsense is not an option\n"))
    #expect(run.errors.hasSuffix("4 conversations: 2 signed-up, 2 broken\n"))
  }

  @Test func `each transcript in a stream keeps its own locale`() throws {
    let english = try Program.run(Self.quick, lines: "ann\n").output
    let chinese = try Program.run(Self.quick + ["--locale", "zh-Hans"], lines: "ann\n").output
    #expect(
      try Program.run(lines: english + chinese + english).output == english + chinese + english)
  }

  /// Each conversation takes longer than the pause between updates of the line, on any machine.
  @Test func `a terminal at stderr shows progress on one line that is erased at the end`() throws {
    let lines = (1...3).map { "user\($0)\nsecret1\nsecret1\n" }.joined(separator: "\n")
    let bot =
      "$BOT --repeat --yes --mock-latency 150ms --mock-failures 0/1 < $HOME/in > /dev/null"
    let run = try Program.shell(
      "printf \(Program.quoted(lines)) > $HOME/in; script -qec \(Program.quoted(bot)) /dev/null")
    #expect(run.output.contains("\r2 conversations, "))
    #expect(run.output.contains(" left\u{1B}[K"))
    #expect(run.output.hasSuffix("\u{1B}[K" + "signup-bot: 3 conversations: 3 signed-up\r\n"))
    let both = try Program.shell(
      "script -qec \(Program.quoted(bot.replacing(" > /dev/null", with: ""))) /dev/null")
    #expect(!both.output.contains(" a second"))
  }

  @Test func `a single conversation has no summary, and --record records every conversation`()
    throws
  {
    let single = try Program.run(Self.quick, lines: "ann\nsecret1\nsecret1\n")
    #expect(single.errors.isEmpty)
    let run = try Program.shell(
      "printf 'a1\\nsecret1\\nsecret1\\n\\nb2\\nsecret1\\nsecret1\\n' | $BOT "
        + Self.taken.joined(separator: " ") + " --record $HOME/r > $HOME/o; cmp $HOME/r $HOME/o")
    #expect(run.status == 0)
  }

  /// These words occur in the address of the page that the bot shows, and in a policy's own
  /// messages.
  @Test(arguments: ["en", "zh-Hans"])
  func `ordinary words are accepted as passwords and don't end the run`(locale: String) throws {
    let people = ["example", "https:", "at least 5", "welcome", "好,欢迎回家"]
      .map { "ann\n\($0)\n\($0)\n" }
    let run = try Program.shell(
      #"""
      $BOT policy rxswift | sed 's/"passwordAcceptable"/{"en":"Fine, welcome","zh-Hans":"好,欢迎回家"}/' > $HOME/own
      printf %s "$PEOPLE" | $BOT --policy $HOME/own --locale $WORDS --repeat --seed 7 \
        --mock-latency 0s --mock-failures 0/1
      """#, environment: ["PEOPLE": people.joined(separator: "\n"), "WORDS": locale])
    #expect(run.status == 0)
    #expect(run.errors == "signup-bot: 5 conversations: 5 signed-up\n")
  }
}
