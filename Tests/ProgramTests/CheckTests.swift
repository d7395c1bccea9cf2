import Foundation
import Testing

/// `--check`: a transcript is compared with its conversation while that takes place.
@Suite(.ownThreads)
struct CheckTests {
  private let scratch = Scratch()

  private static let readme = "transcripts/grammar/readme-example.chat"
  private static let refused = "transcripts/endings/refused-at-password.chat"

  private static func text(_ path: String) throws -> String {
    String(decoding: try Golden.bytes(path), as: UTF8.self)
  }

  @Test(arguments: [readme, refused, "transcripts/grammar/placeholders.chat"])
  func `a transcript that agrees is printed with status 0, whatever its outcome`(
    path: String
  ) throws {
    let text = try Self.text(path)
    for run in [
      try Program.run(["--check"], lines: text), try Program.run(["--check", path]),
    ] {
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(run.output == text)
    }
  }

  @Test func `the first turn that differs is shown, and no later answer is used`() throws {
    let run = try Program.run(
      ["--check", "--mock-taken", "octodog"], lines: try Self.text(Self.readme))
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("signup-bot: stdin:13: differs (- wanted, + got)\n"))
    #expect(run.errors.contains("\n 13 | - bot! Username already taken\n"), "\(run.errors)")
    #expect(run.errors.contains("\n    | + bot+ Username available\n"))
    #expect(run.errors.hasSuffix("… and 5 more turns follow\n"))
    #expect(run.output.hasSuffix("bot> Password?\nend> incomplete exit=2 question=password\n"))
  }

  @Test func `lines of the bot that are missing or too many end the comparison, too`() throws {
    let text = try Self.text(Self.readme)
    let extra = text.replacing("bot> Password?\n", with: "bot> Password?\nbot> Well?\n")
    let missing = text.replacing("bot+ Username available\n", with: "")
    for (changed, line) in [(extra, 19), (missing, 17)] {
      let run = try Program.run(["--check"], lines: changed)
      #expect(run.status == 3)
      #expect(run.errors.hasPrefix("signup-bot: stdin:\(line): differs"), "\(run.errors)")
      #expect(!run.output.contains("key>"))
    }
    for (changed, line) in [
      (String(text.dropLast()), 35), (text.replacing("=octodog", with: "=x"), 34),
    ] {
      let run = try Program.run(["--check"], lines: changed)
      #expect(run.status == 3 && run.errors.contains(":\(line): differs"), "\(run.errors)")
    }
  }

  @Test func `nothing is done in a store after a turn that differs`() throws {
    let path = scratch.path + "/s.sqlite"
    let words = ["--accounts", "sqlite", "--sqlite-path", path, "--check", "--timeout", "60s"]
    let text = try Self.text("transcripts/store/signed-up.chat")
      .replacing("@ sqlite-path :memory:\n", with: "")
    let once = try Program.run(words, lines: text)
    #expect(once.status == 0 && once.errors.isEmpty, "\(once.errors)")
    // The name is taken now, so that the transcript is no longer true.
    let again = try Program.run(words, lines: text)
    #expect(again.status == 3 && !again.output.contains("key>"), "\(again.output)")
    let count = try Program.shell("sqlite3 \(path) 'SELECT count(*) FROM accounts'")
    #expect(count.output == "1\n")
  }

  @Test func `transcripts in one stream are all compared, and counted`() throws {
    let text = try Self.text(Self.readme)
    let wrong = text.replacing("bot+ Username available\n", with: "bot+ Fine\n")
    let run = try Program.run(["--check"], lines: wrong + text + wrong)
    #expect(run.status == 3)
    #expect(run.errors.hasSuffix("signup-bot: 3 conversations: 1 agree, 2 differ\n"))
    let places = run.errors.matches(of: /stdin:(\d+): differs/).compactMap { Int($0.1) }
    #expect(places == [17, 17 + 68])
  }

  @Test func `a transcript that is expected to fail counts as good as long as it differs`() throws {
    let text = try Self.text(Self.readme)
    let why = "@ seed 42\n@ expect-failure not yet\n"
    let agreeing = text.replacing("@ seed 42\n", with: why)
    let differing = agreeing.replacing("bot> Password?\n", with: "bot> Secret?\n")
    let good = try Program.run(["--check"], lines: differing)
    #expect(good.status == 0 && good.errors.isEmpty, "\(good.errors)")
    let bad = try Program.run(["--check"], lines: agreeing)
    #expect(bad.status == 3)
    #expect(bad.errors.hasPrefix("signup-bot: stdin:8: agrees, although"), "\(bad.errors)")
  }

  @Test func `--yes gives no answer that a compared transcript does not have`() throws {
    let path = "transcripts/endings/incomplete-at-review.chat"
    let text = try Self.text(path)
    let run = try Program.run(["--check", "--yes"], lines: text)
    #expect(run.status == 0 && run.output == text, "\(run.errors)")
  }

  @Test(arguments: ["octodog\nsecret1\nsecret1\n", "{\"started\":{}}\n", ""])
  func `input that is no transcript is refused before it is used`(input: String) throws {
    let run = try Program.run(["--check"], lines: input)
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(run.errors.contains("--check needs a transcript"), "\(run.errors)")
  }

  @Test func `a terminal, and a transcript itself, can't ask for it`() throws {
    let script = try Program.run(lines: ScriptTests.head + "@ check true\n")
    #expect(script.status == 65 && script.errors.contains("can't be set by a transcript"))
    let run = try Program.shell("script -qec \"$BOT --check\" /dev/null")
    #expect(run.status == 64 && run.output.contains("a terminal gives none"), "\(run.output)")
  }

  @Test func `it is a setting like the others`() throws {
    let text = try Self.text(Self.readme).replacing("bot> Password?\n", with: "bot> Secret?\n")
    let run = try Program.run(lines: text, environment: ["SIGNUP_BOT_CHECK": "true"])
    #expect(run.status == 3)
    let help = try Program.run(["--help"]).output
    #expect(help.contains("\n  --check "))
  }
}
