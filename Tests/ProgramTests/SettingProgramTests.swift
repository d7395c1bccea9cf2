import Foundation
import Testing

/// Settings: which service they select, and how errors in them are reported.
@Suite(.ownThreads)
struct SettingProgramTests {
  private let scratch = Scratch()

  private static let password = "xqzv-kjwp-fmgh-ty9A"
  private static let answers = "octodog\\n\(password)\\n\(password)\\n"

  @Test func `an option of the store selects the store for every command`() throws {
    let store = "--sqlite-path $HOME/s/y.sqlite --timeout 60s"
    let run = try scratch.shell("printf '\(Self.answers)' | $BOT --yes \(store)")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\n@ accounts sqlite\n"))
    #expect(run.output.contains("bot+ Account created"))
    let list = try scratch.shell("$BOT accounts list \(store) | cut -f 1")
    #expect(list.output == "octodog\n", "\(list.errors)")
    let doctor = try scratch.shell("$BOT doctor \(store)")
    #expect(doctor.output.contains("sqlite"), "\(doctor.output)\(doctor.errors)")
    let variable = try scratch.shell(
      "SIGNUP_BOT_SQLITE_PATH=$HOME/s/y.sqlite $BOT accounts list | cut -f 1")
    #expect(variable.output == "octodog\n", "\(variable.errors)")
  }

  static let contradictions: [(String, Int32)] = [
    ("$BOT --sqlite-path $HOME/x --scim-url http://127.0.0.1:9", 64),
    ("$BOT --accounts mock --sqlite-path $HOME/x", 64),
    ("$BOT --accounts sqlite --mock-taken a", 64),
    ("$BOT --scim-url http://127.0.0.1:9 --mock-failures 0/1", 64),
    ("$BOT doctor --sqlite-path $HOME/x --github-url http://127.0.0.1:9", 64),
    ("$BOT accounts list --sqlite-path $HOME/x --scim-url http://127.0.0.1:9", 64),
    ("SIGNUP_BOT_SQLITE_PATH=$HOME/x SIGNUP_BOT_SCIM_URL=http://127.0.0.1:9 $BOT", 78),
  ]

  @Test(arguments: contradictions)
  func `contradictory services are refused before anything is used`(
    line: String, status: Int32
  ) throws {
    let run = try scratch.shell("printf '\(Self.answers)' | \(line)")
    #expect(run.status == status && run.output.isEmpty, "\(run)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/x"))
  }

  @Test func `the command line's service wins over the environment's store`() throws {
    let run = try scratch.shell(
      "printf 'ann\\nsecret1\\nsecret1\\n' | SIGNUP_BOT_SQLITE_PATH=$HOME/x $BOT --accounts mock"
        + " --yes --mock-failures 0/1 --mock-latency 0s")
    #expect(run.status == 0 && run.output.contains("Mock: Signed in"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/x"))
  }

  @Test(arguments: Door.restricted)
  func `strangers can't sign up with a mock that no one selected`(door: Door) throws {
    let words = door == .option ? "--restricted" : ""
    let start = door == .option ? "exec $BOT" : "exec bash -c 'exec -a -signup-bot $BOT'"
    for input in ["", "octodog\nsecret1\nsecret1\n", "@ transcript 1\nyou> octodog\n"] {
      try Scratch.with { scratch in
        let file = try scratch.file("in", input)
        let run = try scratch.shell("\(start) \(words) < \(file)")
        #expect(run.status == 78 && run.output.isEmpty, "\(run)")
        #expect(run.errors.contains("/etc/signup-bot/config.json"))
      }
    }
  }

  @Test(arguments: [
    (#"{"sead": 1}"#, "sead is not an option; did you mean seed?"), ("[1]", "must be an object"),
    (#"{"hair": "red"}"#, "hair"), ("{\n oops", "line 2"),
  ])
  func `an error in a configuration file is named`(json: String, why: String) throws {
    try scratch.files(["config.json": json], in: ".config/signup-bot")
    let run = try scratch.shell("$BOT < /dev/null")
    #expect(run.status == 78 && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("config.json: ") && run.errors.contains(why), "\(run.errors)")
  }

  @Test func `an unknown variable is named, and an empty one and the token are accepted`() throws {
    let wrong = try Program.run(environment: ["SIGNUP_BOT_MOCK_TAKN": "a"])
    #expect(wrong.status == 78 && wrong.output.isEmpty)
    #expect(
      wrong.errors == "signup-bot: SIGNUP_BOT_MOCK_TAKN is not an option;"
        + " did you mean SIGNUP_BOT_MOCK_TAKEN?\n")
    let good = try Program.run(
      environment: ["SIGNUP_BOT_SCIM_TOKEN": "a", "SIGNUP_BOT_MOCK_TAKN": ""])
    #expect(good.status == 2)
  }

  @Test func `a policy is looked for next to the transcript that names it`() throws {
    let json = #"{"name": "own", "username": {"rules": []}, "password": {"rules": []}}"#
    let text = "@ transcript 1\n@ policy own.json\n@ seed 1\n@ locale en\nyou> x\n"
    try scratch.files(["own.json": json, "t.chat": text])
    let asked = "bot> Password?"
    #expect(try scratch.shell("$BOT d/t.chat").output.contains(asked))
    // The transcript has no end, so it differs. Without the policy, it would be broken.
    #expect(try scratch.shell("$BOT replay d/t.chat").status == 3)
    #expect(try scratch.shell("cd d; $BOT t.chat; $BOT < t.chat").output.contains(asked))
    // Standard input has no folder.
    let input = try scratch.shell("$BOT < d/t.chat")
    #expect(input.status == 65 && input.errors.contains("@ policy own.json can't be read"))
  }
}

/// The system's configuration file, in tests where another `/etc` can replace the machine's.
extension RestrictedTests {
  @Test(.enabled(if: hasNamespaces))
  func `the user's own file takes precedence over the system's file`() throws {
    let system = #"{"accounts": "mock", "locale": "zh-Hans", "policy": "combine"}"#
    let own = "mkdir -p $HOME/.config/signup-bot;"
    let plain = try atEtc(system, start: "exec $BOT", input: "octodog\n")
    #expect(plain.output.contains("@ locale zh-Hans\n") && plain.status == 2, "\(plain)")
    let both = try atEtc(
      system,
      start: own + #"echo "{\"locale\":\"en\"}" > $HOME/.config/signup-bot/config.json;"#
        + "exec $BOT", input: "octodog\n")
    #expect(both.output.contains("@ locale en\n") && both.output.contains("@ policy combine\n"))
    let line = try atEtc(
      system, start: "SIGNUP_BOT_LOCALE=en exec $BOT --policy simple", input: "octodog\n")
    #expect(line.output.contains("@ locale en\n") && line.output.contains("@ policy simple\n"))
  }

  @Test(.enabled(if: hasNamespaces), arguments: [("666", "755"), ("644", "777")])
  func `a system file that other users can write to is refused in the ordinary mode, too`(
    mode: String, folderMode: String
  ) throws {
    let run = try atEtc(
      "{}", mode: mode, folderMode: folderMode, start: "exec $BOT", input: "octodog\n")
    #expect(run.status == 78 && run.output.isEmpty)
    #expect(run.errors.contains("can be written by users other than root"), "\(run.errors)")
  }

  @Test(.enabled(if: hasNamespaces))
  func `a user who can't read the system's file runs without it`() throws {
    let start = "setpriv --bounding-set=-dac_override,-dac_read_search $BOT"
    let closed = try atEtc(
      #"{"locale": "zh-Hans"}"#, mode: "000", start: start, input: "octodog\n")
    #expect(closed.status == 2 && closed.output.contains("@ locale en\n"), "\(closed)")
    let broken = try atEtc("{", start: "exec $BOT", input: "octodog\n")
    #expect(broken.status == 78 && broken.output.isEmpty)
  }
}
