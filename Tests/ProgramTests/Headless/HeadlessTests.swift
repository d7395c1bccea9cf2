import Foundation
import Testing

/// A program that drives the conversation with events.
@Suite(.ownThreads)
struct HeadlessTests {
  @Test func `F75 an account made is told of where a secret was about to be written`() throws {
    func secret(_ text: String) -> String { Events.secret(text) }
    func text(_ text: String) -> String { Events.text(text) }
    let started = #"{"started":{}}"#
    let run = try session(
      [started, text("bob"), secret("hunter22"), text("yes"), text("hunter22"), text("dee")]
        + [started, text("cy"), secret("secret33"), text("yes")],
      ["--seed", "7", "--repeat", "--policy", "moya", "--sqlite-path", ":memory:"])
    #expect(run.status == 74)
    #expect(run.errors.contains("; bob is signed up\n"))
    #expect(
      run.output.contains(
        """
        {"record":"comment","text":"# The transcript ends before a secret."}
        {"record":"end","outcome":"signed-up","exit":0,"username":"bob"}
        {"record":"error","line":6,
        """))
    #expect(run.output.hasSuffix(#""outcome":"signed-up","exit":0,"username":"cy"}"# + "\n"))
    #expect(!(run.output + run.errors).contains("hunter22") && !run.output.contains("dee"))
  }

  @Test(arguments: [
    "outputs", "record", "\\\",\\\"tone\\\":\\\"", "signupEnabled", "null}}", "false,",
  ])
  func `a password that stands in a record's own words is betrayed by none`(password: String) throws
  {
    let run = try session(
      [Self.signUp[0], Events.secret(password), Self.signUp[3]],
      Self.quick + ["--policy", "moya"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasSuffix(#""username":"octodog"}"# + "\n"))
  }

  @Test(arguments: [
    #"Zq7\"kjwp-mnbv"#, #"Zq7\\kjwp-mnbv"#, #"Zq7\/kjwp-mnbv"#, #"Zq7\u00e9kjwp-mnbv"#,
  ])
  func `F51 a secret that JSON escapes is found all the same`(secret: String) throws {
    let run = try session(
      [
        Self.signUp[0], Events.secret(secret),
        #"{"command":"edit username"}"#, #"{"lineEntered":{"text":"x\#(secret)"}}"#,
      ], Self.quick + ["--policy", "moya"])
    #expect(run.status == 74)
    #expect(!(run.output + run.errors).contains("kjwp-mnbv"))
    #expect(
      run.output.hasSuffix(
        #"{"record":"end","outcome":"incomplete","exit":2,"question":"username"}"# + "\n"))
  }

  @Test(arguments: [
    "-----BEGIN OPENSSH PRIVATE KEY-----", "b3BlbnNzaC1rZXktdjEAAAAABG5vbmU",
    "PuTTY-User-Key-File-3",
  ])
  func `a private key is not repeated in the records`(key: String) throws {
    let run = try session([#"{"lineEntered":{"text":"\#(key)"}}"#, Self.signUp[0]])
    #expect(run.status == 65)
    #expect(run.output.contains(#"{"record":"error","line":1,"#))
    #expect(!(run.output + run.errors).contains(key))
    #expect(run.output.contains(#"{"record":"you","text":"octodog"}"#))
  }

  @Test(arguments: [70_000, 700_000])
  func `a first event over 64 KiB is treated as an event, not as an answer`(length: Int) throws {
    let text = String(repeating: "a", count: length)
    let run = try Program.run(
      PipeTests.quick, lines: Events.text(text) + "\n")
    #expect(run.status == 65)
    #expect(run.output.contains(#"{"record":"error","line":1,"#))
    #expect(!run.output.contains("aaaa"))
  }

  static let quick = ["--seed", "7"] + PipeTests.quick

  /// The records of a session, each as an object.
  private func records(_ run: Program.Run) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func kinds(_ records: [[String: Any]]) -> [String] {
    records.compactMap { $0["record"] as? String }
  }

  private func session(_ events: [String], _ options: [String] = quick) throws -> Program.Run {
    try Program.run(options, lines: events.map { $0 + "\n" }.joined())
  }

  static let signUp = [
    Events.text("octodog"), Events.secret("secret1"), Events.secret("secret1"), Events.text("yes"),
  ]

  @Test func `blank lines before the first event are ignored, and secrets stay hidden`() throws {
    let run = try session(["", " "] + Self.signUp)
    #expect(run.status == 0)
    #expect(!run.output.contains("secret1"))
    #expect(try records(run).last?["username"] as? String == "octodog")
  }

  @Test func `events can sign up, and the outputs follow each event`() throws {
    let run = try session(Self.signUp)
    let records = try records(run)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty && !run.output.contains("secret1"))
    let last = try #require(records.last { $0["record"] as? String == "outputs" })
    #expect(last["signedUp"] as? Bool == true)
    #expect(records.last?["username"] as? String == "octodog")
    // One for the first question, four for events, and two for verdicts of the service.
    #expect(kinds(records).count { $0 == "outputs" } == 7)
    let asked = records.compactMap { $0["question"] as? String }
    #expect(asked == ["username", "password", "repeat", "review"])
  }

  @Test func `typing changes the outputs, and the button signs up`() throws {
    let run = try Program.shell(
      #"""
      cat > $HOME/typed <<'EVENTS'
      {"textEdited":{"field":"username","text":"octo-dog"}}
      {"textEdited":{"field":"username","text":"octodog"}}
      {"textEdited":{"field":"password","secret":"secret1"}}
      {"textEdited":{"field":"repeat","secret":"secret1"}}
      EVENTS
      mkfifo $HOME/in $HOME/out
      exec 3<> $HOME/in
      cat $HOME/typed >&3
      $BOT --mock-latency 0s --mock-failures 0/1 < $HOME/in > $HOME/out 3>&- &
      exec 4< $HOME/out
      while read -r line <&4; do
        printf '%s\n' "$line"
        case $line in *'"signupEnabled":true,"signingUp":false,"signedUp":false'*)
          echo '{"signUpRequested":{}}' >&3 ;;
        esac
      done
      wait $!
      """#)
    #expect(run.status == 0)
    #expect(run.output.contains(#""state":"validating""#))
    #expect(run.output.contains(#""outcome":"signed-up""#))
    #expect(!run.output.contains("secret1"))
  }

  @Test func `an interrupt overtakes waiting events while the service works`() throws {
    let run = try session(
      [Events.text("octodog"), #"{"interrupted":{}}"#],
      ["--mock-latency", "600s", "--timeout", "600s"])
    #expect(run.output.contains(#""key":"checkCancelled""#))
    #expect(run.output.contains(#""initial":"octodog""#))
    #expect(
      run.output.hasSuffix(
        #"{"record":"end","outcome":"incomplete","exit":2,"question":"username"}"# + "\n"))
    #expect(run.status == 2)
  }

  @Test func `a secret can't answer an open question, and text can't answer a secret one`() throws {
    let run = try session(
      [Events.secret("hunter2")] + [Self.signUp[0]]
        + [Events.text("hunter2"), Events.text("/back")])
    #expect(!(run.output + run.errors).contains("hunter2"))
    #expect(kinds(try records(run)).count { $0 == "error" } == 2)
    #expect(run.output.contains(#"{"record":"you","text":"/back"}"#))
    #expect(run.status == 65)
  }

  @Test func `an invalid line is reported by its number, and the conversation continues`() throws {
    let run = try session(["{}", "", "hunter2", "{\"hunter2\":"] + Self.signUp)
    let errors = try records(run).filter { $0["record"] as? String == "error" }
    #expect(errors.compactMap { $0["line"] as? Int } == [1, 3, 4])
    #expect(run.output.contains(#""outcome":"signed-up""#))
    #expect(!(run.output + run.errors).contains("hunter2"))
    #expect(run.errors == "signup-bot: stdin: lines that could not be used: 3\n")
    #expect(run.status == 65)
  }

  @Test func `the first event may be started, without an answer`() throws {
    let run = try session([#"{"started":{}}"#, #"{"interrupted":{}}"#])
    #expect(run.status == 130)
    #expect(
      run.output.hasSuffix(#""outcome":"interrupted","exit":130,"question":"username"}"# + "\n"))
  }

  @Test func `with --repeat, the next conversation begins with the next event`() throws {
    let run = try session(Self.signUp + Self.signUp, Self.quick + ["--repeat"])
    #expect(run.status == 0)
    #expect(kinds(try records(run)).count { $0 == "end" } == 2)
    #expect(run.output.contains(#""key":"seed","value":"8""#))
    #expect(run.errors == "signup-bot: 2 conversations: 2 signed-up\n")
  }

  @Test func `--format text treats an object as an answer, and --record is refused with events`()
    throws
  {
    let run = try Program.run(Self.quick + ["--format", "text"], lines: "{}\n")
    #expect(run.output.contains(" question=username why=several-values\n"))
    #expect(try session(Self.signUp, ["--record", "/dev/null"]).status == 64)
  }

  @Test func `the JSON records of a transcript include secret names, comments and settings`() throws
  {
    let path = "transcripts/grammar/readme-example.chat"
    let run = try Program.run(["--format", "jsonl", path])
    #expect(run.status == 0)
    #expect(run.output.contains(#"{"record":"key","name":"password","class":"strong"}"#))
    #expect(run.output.contains(#"{"record":"setting","key":"mock-taken","value":"octocat"}"#))
    #expect(
      run.output.contains(
        #"{"record":"bot","tone":"refuses","key":"usernameTaken","values":{},"text":"Username already taken"}"#
      ))
    let text = try Program.run([path]).output
    #expect(kinds(try records(run)).count == text.utf8.count { $0 == 0x0A })
  }

  /// Each secret takes guarded memory, and a process can have only about ten thousand such regions.
  @Test func `a password can be edited any number of times`() throws {
    let edits = (0..<20_000).map { #"{"textEdited":{"field":"password","secret":"hunter\#($0)"}}"# }
    let run = try session([Self.signUp[0]] + edits + Self.signUp[1...])
    #expect(run.status == 0)
    #expect(run.output.hasSuffix(#""exit":0,"username":"octodog"}"# + "\n"))
    #expect(!run.output.contains("hunter"))
  }

  @Test func `F77 a password can be entered and changed 12,000 times`() throws {
    let changes = (0..<12_000).flatMap { number in
      [Events.secret("hunter-\(number)-x"), #"{"command":"back"}"#]
    }
    let run = try session([Self.signUp[0]] + changes + Self.signUp[1...])
    #expect(run.status == 0 && !run.isSignal, "\(run.errors.suffix(300))")
    #expect(run.output.hasSuffix(#""exit":0,"username":"octodog"}"# + "\n"))
    #expect(!run.output.contains("hunter"))
  }

  @Test func `the password may be the same as a name that was typed openly`() throws {
    let run = try Program.shell(
      #"""
      mkfifo $HOME/in $HOME/out
      exec 3<> $HOME/in
      echo '{"textEdited":{"field":"username","text":"octodog"}}' >&3
      $BOT --mock-latency 0s --mock-failures 0/1 < $HOME/in > $HOME/out 3>&- &
      exec 4< $HOME/out
      while read -r line <&4; do
        case $line in
        *'"validatedUsername":{"state":"ok"'*'"validatedPassword":{"state":"empty"'*)
          echo '{"textEdited":{"field":"password","secret":"octodog"}}' >&3
          echo '{"textEdited":{"field":"repeat","secret":"octodog"}}' >&3
          echo '{"signUpRequested":{}}' >&3
          exec 3>&- ;;
        esac
      done
      wait $!
      """#)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
  }
}
