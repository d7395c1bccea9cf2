import Foundation
import Testing

/// Transcripts as scripts: what stops them, what may be set, where settings come from.
@Suite(.ownThreads)
struct ScriptTests {
  private let scratch = Scratch()

  static let head = "@ transcript 1\n@ accounts mock\n@ mock-latency 0s\n@ seed 1\n@ locale en\n"

  private static let long = String(repeating: "x", count: 1000)

  static let broken: [(String, Int, String)] = [
    (head + "you> octodog\nkey> hunter2\n", 7, "the name of a secret"),
    (head + "@ secret pw lower:0\n", 6, "class of pw"),
    (head + "yu> octodog\n", 6, "must begin with"),
    ("@ transcript 2\n", 1, "version 2"),
    ("#!/usr/bin/env -S signup-bot\n@ seed 1\n@ transcript 1\n", 3, "before all other"),
    (head + "bot> {{id:uuuid}}\n", 6, "did you mean uuid?"),
    (head + "end> signd-up exit=0\n", 6, "did you mean signed-up?"),
    (head + "@ sead 42\n", 6, "did you mean seed?"),
    (head + "you> octodog\n@ seed 2\n", 7, "must come before the conversation"),
    (head + "@ record /tmp/x\n", 6, "can't be set by a transcript"),
    (head + "@ accounts github\n", 6, "twice"),
    ("@ transcript 1\n@ accounts sqlite\n", 2, "needs --accounts sqlite"),
    ("@ transcript 1\n@ accounts scim\n", 2, "needs --accounts scim"),
    ("@ transcript 1\n@ sqlite-path /tmp/x\n", 2, "can only be :memory:"),
    ("@ transcript 1\n@ scim-url https://example.org\n", 2, "can't be set by a transcript"),
    ("@ transcript 1\n@ hair red\n", 2, "is not an option"),
    (head + "you> octodog\nyou> secret1\n", 7, "secret question password"),
    (head + "@ secret pw strong\nkey> pw\n", 7, "question \"username\""),
    (
      head + "@ secret pw strong\nyou> octodog\nkey> pw\nkey> pw\nyou> no\nkey> pw\n", 11,
      "the question \"what now\","
    ),
    (head + "@ \(long) 1\n", 6, ": @ \(long.prefix(100))… is not an option"),
    (head + "end> \(long) exit=0\n", 6, ": \(long.prefix(100))… is not an outcome"),
    (head + "@ secret pw env:NO_SUCH_VARIABLE\nyou> octodog\nkey> pw\n", 8, "is not available"),
  ]

  @Test(arguments: broken)
  func `a broken transcript exits with 65, the line and the reason`(
    text: String, line: Int, why: String
  ) throws {
    let run = try Program.run(lines: text)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("signup-bot: stdin:\(line): "), "\(run.errors)")
    #expect(run.errors.contains(why), "\(run.errors)")
    #expect(!run.output.contains("secret1"))
    #expect(!run.errors.contains("hunter2") && !run.output.contains("hunter2"))
  }

  @Test func `a transcript runs as an executable file`() throws {
    let text = "#!\(Program.path)\n" + Self.head + "you> /quit\n"
    let file = try scratch.file("talk.chat", text)
    // The shell makes its own copy, because a file that this process has had open may still be
    // "busy".
    let run = try Program.shell("cp \(file) \(file)x && chmod +x \(file)x && \(file)x")
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("#!"))
    #expect(run.output.hasSuffix("end> quit exit=2 question=username\n"))
  }

  @Test func `secrets can come from the environment and from files`() throws {
    let file = try scratch.file("secret", "/from-a-file\nmore\n")
    let text =
      Self.head
      + "@ secret a env:PLANTED\n@ secret b file:\(file)\nyou> octodog\nkey> a\nkey> b\n"
    let run = try Program.run(lines: text, environment: ["PLANTED": "/from-a-file"])
    #expect(run.output.contains("bot+ Password repeated"))
    #expect(!run.output.contains("from-a-file") && !run.errors.contains("from-a-file"))
  }

  @Test(arguments: ["hunter\u{FF}", "hunter\t2"])
  func `F8 F15 an external secret that is not text is refused with 65 and quoted nowhere`(
    secret: String
  ) throws {
    // U+00FF stands for the byte 0xFF.
    let bytes = Data(secret.unicodeScalars.map { UInt8($0.value) })
    let file = try scratch.file("secret", bytes)
    let text = Self.head + "@ secret a env:PW\n@ secret b file:\(file)\nyou> octodog\n"
    for name in ["a", "b"] {
      let script = try scratch.file("t.chat", text + "key> \(name)\n")
      let run = try Program.shell("PW=$(cat \(file)) $BOT < \(script)")
      #expect(run.status == 65)
      #expect(run.errors.contains("stdin:9: the secret \(name) can't be an answer"))
      #expect(!run.errors.contains("hunter") && !run.output.contains("hunter"))
    }
  }

  @Test(arguments: [
    (#"{"en": "a\nbot+ forged"}"#, "control character"), (#"{"en": "{x}"}"#, "{limit}"),
    (#""askUsernameAgain""#, "not the name of a wording"),
  ])
  func `a policy's own messages can't forge lines or use unknown placeholders`(
    refusal: String, why: String
  ) throws {
    let rule = #"{"test": "minimum", "limit": 3, "refusal": \#(refusal)}"#
    let json =
      #"{"name": "x", "username": {"rules": [\#(rule)]}, "password": {"rules": []}}"#
    let file = try scratch.file("own.json", json)
    let run = try Program.run(["--policy", file], lines: "ab\n")
    #expect(run.status == 78)
    #expect(run.errors.contains("username.rules[0].refusal") && run.errors.contains(why))
    #expect(run.output.isEmpty)
  }

  @Test func `the command line wins over the transcript, the environment and the file`() throws {
    let folder = scratch.path + "/signup-bot"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    try scratch.file("signup-bot/config.json", #"{"seed": 4, "mock-taken": ["d", "e"]}"#)
    func seed(_ arguments: [String], _ input: String, _ variable: String?) throws -> String? {
      var environment = ["XDG_CONFIG_HOME": scratch.path]
      environment["SIGNUP_BOT_SEED"] = variable
      let output = try Program.run(arguments, lines: input, environment: environment).output
      return output.split(separator: "\n").first { $0.hasPrefix("@ seed ") }.map(String.init)
    }
    let script = "@ transcript 1\n@ seed 2\n"
    #expect(try seed(["--seed", "1"], script, "3") == "@ seed 1")
    #expect(try seed([], script, "3") == "@ seed 2")
    #expect(try seed([], "", "3") == "@ seed 3")
    #expect(try seed([], "", nil) == "@ seed 4")
  }

  @Test(arguments: ["c", "$PWD/c"])
  func `a folder of the configuration is used only if its path is absolute`(folder: String) throws {
    let run = try scratch.shell(
      """
      mkdir -p c/signup-bot; echo '{"hair": "red"}' > c/signup-bot/config.json
      echo octodog | XDG_CONFIG_HOME=\(folder) $BOT
      """)
    #expect(run.status == (folder == "c" ? 2 : 78), "\(run)")
  }
}
