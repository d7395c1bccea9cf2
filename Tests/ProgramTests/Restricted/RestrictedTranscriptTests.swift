import Foundation
import Testing

extension RestrictedTests {
  // MARK: - Transcripts

  static let head = "@ transcript 1\n@ seed 1\n@ locale en\n"

  @Test(arguments: ["file:", "env:"])
  func `a transcript can't take a secret from a file or the environment`(source: String) throws {
    let file = try scratch.file("shadow", "planted-secret\n")
    let place = source == "file:" ? file : "PLANTED"
    let text =
      Self.head + "@ secret a \(source)\(place)\nyou> octodog\nkey> a\nkey> a\nyou> /review\n"
    func run(_ door: Door) throws -> Program.Run {
      try door.run(input: text, environment: ["PLANTED": "planted-secret"])
    }
    #expect(try run(.ordinary).output.contains("bot+ Password repeated"))
    for door in Door.restricted {
      let run = try run(door)
      #expect(run.status == 65 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("signup-bot: stdin:4: the secret a comes from a file"))
      #expect(!run.errors.contains("planted") && !run.errors.contains(file))
    }
  }

  @Test func `a later secret can't be taken from a file either`() throws {
    let text =
      Self.head + "you> octodog\n@ secret a strong\nkey> a\n@ secret b file:/etc/passwd\nkey> b\n"
    for door in Door.restricted {
      let run = try door.run(input: text)
      #expect(run.status == 65 && run.errors.contains("stdin:7: the secret b"))
    }
  }

  @Test func `a transcript can't read a policy from a file`() throws {
    let json = #"{"name": "own", "username": {"rules": []}, "password": {"rules": []}}"#
    let file = try scratch.file("own.json", json)
    let text = Self.head + "@ policy \(file)\nyou> x\n"
    #expect(try Door.ordinary.run(input: text).output.contains("bot> Password?"))
    for door in Door.restricted {
      let run = try door.run(input: text)
      #expect(run.status == 65 && run.output.isEmpty)
      #expect(
        run.errors.contains("stdin:4: @ policy can't be set by a transcript in the restricted"))
    }
  }

  @Test func `the contents of a file that is not a policy are not revealed`() throws {
    let file = try scratch.file("shadow", "root:planted:1:2\n")
    for door in Door.restricted {
      let run = try door.run(input: Self.head + "@ policy \(file)\nyou> x\n")
      #expect(run.status == 65)
      #expect(!(run.output + run.errors).contains("planted") && !run.errors.contains("JSON"))
    }
  }

  static let settings = [
    "record $CANARY", "sqlite-path $CANARY", "restricted false", "accounts sqlite",
    "accounts github", "accounts scim", "policy simple", "flow sign-in", "timeout 1s",
    "mock-latency 600s", "mock-taken octodog", "scim-url http://127.0.0.1:9",
    "scim-token-file /etc/shadow", "sqlite-path :memory:", "format jsonl", "yes true",
  ]

  @Test(arguments: settings, Door.restricted)
  func `a transcript can't change what the operator decides`(setting: String, door: Door) throws {
    let setting = setting.replacingOccurrences(of: "$CANARY", with: canary.path)
    let run = try door.run(input: Self.head + "@ \(setting)\nyou> octodog\n")
    #expect(run.status == 65 && run.output.isEmpty)
    let key = setting.split(separator: " ")[0]
    #expect(
      run.errors.contains("stdin:4: @ \(key) can't be set by a transcript"), "\(run.errors)")
    #expect(!canary.isThere)
  }

  @Test func `a transcript can't create an account against the operator's rules`() throws {
    let text =
      Self.head
      + "@ accounts sqlite\n@ policy simple\nyou> octodog\n@ secret a lower:6\nkey> a\nyou> yes\n"
    func run(_ option: String) throws -> Program.Run {
      let store = "\(scratch.path)/store\(option)/accounts.sqlite"
      return try Door.ordinary.run(
        "--accounts sqlite --sqlite-path \(store) \(Program.patient) \(option)", input: text)
    }
    let (ordinary, restricted) = (try run(""), try run("--restricted"))
    #expect(
      ordinary.output.contains("end> signed-up exit=0"),
      "\(ordinary.status) \(ordinary.output) \(ordinary.errors)")
    #expect(!restricted.output.contains("end> signed-up"))
  }

  @Test func `a transcript can't replace the operator's store with the mock`() throws {
    let words = "--restricted --accounts sqlite --sqlite-path \(scratch.path)/s/accounts.sqlite"
    let run = try Door.ordinary.run(words, input: Self.head + "@ accounts mock\nyou> octodog\n")
    #expect(run.status == 65 && run.output.isEmpty)
  }

  /// A transcript may repeat the operator's choices, as the printed output does.
  @Test func `the output for a stranger replays unchanged`() throws {
    for door in Door.restricted {
      let first = try door.run(input: "octodog\nsecret1\n")
      #expect(first.output.contains("bot> Password again?"))
      let second = try door.run(input: first.output)
      #expect(second.output == first.output && second.status == first.status)
    }
  }
}
