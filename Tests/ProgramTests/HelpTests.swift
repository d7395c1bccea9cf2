import Foundation
import Testing

/// The help texts, and the errors for unknown words.
@Suite(.ownThreads)
struct HelpTests {
  private let scratch = Scratch()

  @Test(arguments: ["--help", "-h", "help", "talk --help", "help talk", "--flow sign-in --help"])
  func `the help lists grouped options, examples, settings and exit statuses`(
    words: String
  ) throws {
    let run = try Program.shell("$BOT \(words)")
    #expect(run.status == 0 && run.errors.isEmpty)
    let parts = [
      "CONVERSATION OPTIONS:", "SERVICE OPTIONS:", "MOCK OPTIONS:", "OUTPUT OPTIONS:",
      "SUBCOMMANDS:", "EXAMPLES:", "SETTINGS:", "EXIT STATUS:",
    ]
    var rest = run.output[...]
    for part in parts {
      let place = try #require(rest.firstRange(of: "\n\n" + part), "\(part)")
      rest = rest[place.upperBound...]
    }
    for option in ["--accounts", "--policy", "--record"] { #expect(run.output.contains(option)) }
    for status in ["0", "1", "2", "3", "64", "65", "69", "74", "78", "128+N"] {
      #expect(run.output.contains("\n  \(status) "))
    }
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    ("replay", ["--jobs"], ["--accounts"]), ("whoami", [], ["--accounts", "--policy"]),
    ("policy", [], ["--accounts"]), ("sign-out", [], ["--accounts"]),
    ("doctor", ["--accounts", "--policy"], ["--record", "--mock-taken", "--yes", "--seed"]),
    ("accounts list", ["--sqlite-path", "--sort", "--policy"], ["--scim-attribute", "--yes"]),
    ("accounts show", ["--format", "--policy"], ["--color", "--yes"]),
    ("accounts disable", ["--timeout"], ["--yes", "--format", "--color", "--policy"]),
    ("accounts remove", ["--yes"], ["--format", "--color"]),
  ])
  func `a subcommand offers the options that it uses, and no others`(
    name: String, has: [String], hasNot: [String]
  ) throws {
    let help = try Program.shell("$BOT help \(name)")
    #expect(help.status == 0)
    #expect(try Program.shell("$BOT \(name) --help").output == help.output)
    for option in has { #expect(help.output.contains("  \(option)"), "\(option)") }
    for option in hasNot { #expect(!help.output.contains("  \(option)"), "\(option)") }
  }

  @Test(arguments: [
    ("replya", "there is no subcommand replya; did you mean replay?"),
    ("replya transcripts", "there is no subcommand replya; did you mean replay?"),
    ("replya --jobs 4", "there is no subcommand replya; did you mean replay?"),
    ("--yes replya", "there is no subcommand replya; did you mean replay?"),
    ("help replya", "there is no subcommand replya; did you mean replay?"),
    ("accounts lst", "there is no subcommand lst; did you mean list?"),
    ("help accounts lst", "there is no subcommand lst; did you mean list?"),
    ("policy strct", "there is no policy strct; did you mean strict?"),
    ("--policy strct", "a file or one of"), ("--policy strct", "; did you mean strict?"),
    ("--accounts sqlight", "; did you mean sqlite?"), ("--flow signin", "did you mean sign-in?"),
    ("--locale zhHans", "; did you mean zh-Hans?"), ("--locale dee", "; did you mean de?"),
    ("--locale gerrman", "; did you mean de?"), ("--locale chinese", "; did you mean zh-Hans?"),
    ("replay --report junitt", "; did you mean junit?"),
    ("replay --format jsonll", "; did you mean jsonl?"),
    ("replay --color nevr", "; did you mean never?"), ("--locale de-AT", "; did you mean de?"),
    ("--locale zh_CN.UTF-8", "; did you mean zh-Hans?"),
    ("--acounts mock", "Did you mean '--accounts'?"), ("replay --jobz 3", "Did you mean '--jobs'?"),
  ])
  func `a mistyped word is answered with the closest match`(words: String, answer: String) throws {
    let run = try Program.shell("$BOT \(words) < /dev/null")
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.components(separatedBy: answer).count == 2, "\(run.errors)")
  }

  @Test(arguments: ["@ password x", "@ username x"])
  func `a word that resembles no option is answered without a guess`(line: String) throws {
    let run = try Program.run(lines: "@ transcript 1\n\(line)\n")
    #expect(run.status == 65 && run.errors.hasSuffix("is not an option\n"), "\(run.errors)")
    let variable = try Program.run(environment: ["SIGNUP_BOT_PASSWORD": "x"])
    #expect(variable.errors == "signup-bot: SIGNUP_BOT_PASSWORD is not an option\n")
  }

  @Test(arguments: [
    ("--timeout -1s", "--timeout must be a duration such as 600ms or 1.5s"),
    ("--seed -5", "--seed must be a whole number"),
    ("accounts list --limit -3", "--limit must be at least 1"),
    ("--timeout", "Missing value for '--timeout <duration>'"),
    ("--timeout --yes", "Missing value for '--timeout <duration>'"),
  ])
  func `a negative number is a value, and not a missing one`(words: String, why: String) throws {
    let run = try Program.shell("$BOT \(words) < /dev/null")
    #expect(run.status == 64 && run.errors.contains(why), "\(run.errors)")
  }

  @Test func `an error refers to the help of what was typed`() throws {
    let plain = try Program.shell("$BOT --chek < /dev/null").errors
    #expect(
      plain.hasSuffix(
        "Usage: signup-bot [<options>] [<file>]\n  See 'signup-bot --help' for more information.\n"),
      "\(plain)")
    let named = try Program.shell("$BOT talk --chek < /dev/null").errors
    #expect(named.hasSuffix("  See 'signup-bot talk --help' for more information.\n"))
  }

  @Test func `an existing file is read even if its name resembles a subcommand`() throws {
    let run = try scratch.shell("printf 'octodog\\n' > replya; $BOT replya")
    #expect(run.status == 2 && run.output.contains("you> octodog\n"))
    #expect(try scratch.shell("$BOT notes.txt").status == 74)
  }

  static let odd = [
    "-n 4", "-n4", "-n", "-n=4", "-4", "-n -4", "-n --", "-h4", "-hn", "--=", "--=x", "-=", "---",
    "-é", "-n ''", "'' -n", "-n 4 --nonsense", "--limit 4 -n 4", "--generate-completion-script x",
    "---completion", "---completion x",
  ]

  @Test(arguments: odd)
  func `no odd argument crashes the program`(words: String) throws {
    let commands = [
      "", "talk", "replay", "policy", "doctor", "whoami", "sign-out", "accounts", "accounts list",
      "accounts show", "accounts remove", "help", "--restricted",
    ]
    for command in commands {
      let run = try Program.shell("$BOT \(command) \(words) < /dev/null")
      #expect(run.status < 128 && !run.isSignal, "\(command) \(words)")
      #expect(!(run.output + run.errors).isEmpty, "\(command) \(words)")
      if words.hasPrefix("-n") { #expect(run.status == 64, "\(command) \(words) \(run)") }
    }
  }
}
