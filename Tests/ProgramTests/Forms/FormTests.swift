import Foundation
import Testing

/// The operator's own questions in the program's ways of being asked, with the example forms.
@Suite(.ownThreads)
struct FormTests {
  private let scratch = Scratch()

  static let quick = ["--mock-latency", "0s", "--mock-failures", "0/1", "--seed", "1"]
  static let password = "xqzv-kjwp-fmgh-ty9"
  static let account = "dee\n\(password)\n\(password)\n"

  static func file(_ name: String) -> String {
    Program.root.appendingPathComponent("transcripts/forms/\(name).json").path
  }

  static func form(_ name: String) -> [String] { ["--policy", file(name)] }

  static let records: [(form: String, answers: String)] = [
    ("public-host", "ann@example.org\nI have used Unix since 1979\n2\nyes\n"),
    ("mailing-list", "ann@example.org\ndaily\n"),
    ("class", "123456\nlogic\nann@example.org\n"),
    ("scim", "ann@example.org\nAnn\nLee\n"),
    ("name", "Ann Lee\n"),
  ]

  @Test(arguments: records)
  func `in bare input, the answers that are needed follow the repeat, and the output replays`(
    form: String, answers: String
  ) throws {
    let run = try Program.run(
      Self.form(form) + Self.quick + ["--yes"], lines: Self.account + answers)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasSuffix("end> signed-up exit=0 username=dee\n"))
    #expect(!run.output.contains(Self.password))
    #expect(try Program.run(lines: run.output).output == run.output)
  }

  @Test func `with --repeat, each person has a line for each answer that is needed`() throws {
    let many = try Program.run(
      Self.form("name") + Self.quick + ["--repeat"],
      lines: Self.account + "Ann Lee\n\neve\n\(Self.password)\n\(Self.password)\nEve Low\n")
    #expect(many.status == 0, "\(many.errors)")
    let short = try Program.run(
      Self.form("name") + Self.quick + ["--repeat"], lines: Self.account)
    #expect(short.status == 65)
    #expect(
      short.errors.contains(
        "3 lines where 4 were expected (username, password, repeat, full-name)"))
    #expect(!(short.output + short.errors).contains(Self.password))
  }

  @Test func `an account is not made without an answer that is needed`() throws {
    let run = try Program.run(
      Self.form("name") + Self.quick + ["--yes"], lines: Self.account)
    #expect(run.status == 2)
    #expect(run.output.hasSuffix("end> incomplete exit=2 question=full-name\n"))
  }

  @Test func `a private key in bare input is shown nowhere`() throws {
    _ = try scratch.shell("ssh-keygen -q -t ed25519 -N '' -f $HOME/key")
    let key = try scratch.text("key")
    let run = try Program.run(
      Self.form("public-host") + Self.quick + ["--yes"],
      lines: Self.account + "ann@example.org\n" + key)
    #expect(run.status == 65)
    #expect(run.output.hasSuffix("end> malformed exit=65 question=username why=private-key\n"))
    for line in key.split(separator: "\n") {
      #expect(!(run.output + run.errors).contains(line))
    }
  }

  static let shifted = [
    "dee\n\(password)\n\(password)\n\(password)\n",
    "dee\n\(password)\n\(password)\nmy word is \(password)\n",
  ]

  @Test(arguments: shifted, ["--yes", "--repeat"])
  func `a password in the place of an answer is refused before any line is used`(
    lines: String, option: String
  ) throws {
    let run = try Program.run(Self.form("name") + Self.quick + [option], lines: lines)
    #expect(run.status == 65)
    #expect(!(run.output + run.errors).contains(Self.password))
    #expect(!run.output.contains("you> dee"))
  }

  @Test(arguments: ["kept/r.chat", "r.chat", "kept/../kept/r.chat"])
  func `a recording finds its policy from its own folder`(recording: String) throws {
    let run = try scratch.shell(
      """
      cd $HOME; mkdir -p kept forms; cp '\(Self.file("name"))' forms/f.json
      printf '\(Self.account.replacingOccurrences(of: "\n", with: "\\n"))Ann Lee\\n' | $BOT \
        --policy forms/f.json --record \(recording) --yes \(Self.quick.joined(separator: " ")) \
        > out && cd / && $BOT replay $HOME/\(recording)
      """)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasPrefix("1 agree"))
  }

  @Test func `a recording with /edit at a secret question replays`() throws {
    let transcript = """
      @ transcript 1
      @ accounts mock
      @ policy \(Self.file("name"))
      @ mock-latency 0s
      @ mock-failures 0/1
      @ seed 1
      @ locale en
      you> dee
      @ secret password strong
      key> password
      key> password
      you> Ann Lee
      you> /edit password
      you> /edit full-name
      you> Ann Low
      you> yes

      """
    let run = try Program.run(lines: transcript)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Program.run(lines: run.output).output == run.output)
  }

  @Test func `a program edits and enters the answers by the names of their questions`() throws {
    let secret = Events.secret(Self.password)
    let events = [
      #"{"started":{}}"#, Events.text("dee"), secret, secret,
      #"{"textEdited":{"field":"full-name","text":"A"}}"#, Events.text("Ann Lee"),
      Events.text("yes"),
    ]
    let run = try Program.run(
      Self.form("name") + Self.quick, lines: events.joined(separator: "\n") + "\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""question":"full-name","secret":false"#))
    #expect(run.output.contains(#""answers":{"full-name":{"state":"ok""#))
    #expect(run.output.hasSuffix(#""username":"dee"}"# + "\n"))
    let wrong = try Program.run(
      Self.form("name") + Self.quick,
      lines: events[0] + "\n" + #"{"textEdited":{"field":"email","text":"A"}}"# + "\n")
    #expect(wrong.output.contains("or one of the policy's questions"))
  }

  @Test func `a question without words in the language that is asked for is refused`() throws {
    let text = try String(contentsOfFile: Self.file("name"), encoding: .utf8)
      .replacingOccurrences(of: "\"de\": \"Ihr Name?\"", with: "\"fr\": \"Nom ?\"")
    let file = try scratch.file("name.json", Data(text.utf8))
    let run = try Program.run(
      ["--policy", file, "--locale", "de"] + Self.quick, lines: Self.account)
    #expect(run.status == 78)
    #expect(run.errors.contains(#"questions[0].ask needs the words for "de""#))
    let preferred = try Program.run(
      ["--policy", file] + Self.quick, lines: Self.account + "Ann\n",
      environment: ["LC_ALL": "de_DE.UTF-8"])
    #expect(preferred.output.contains("bot> Your name?"))
  }
}
