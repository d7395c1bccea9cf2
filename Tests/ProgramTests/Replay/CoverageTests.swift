import Accounts
import Chat
import Conversation
import Foundation
import Testing

@testable import Replay

/// What the project's own transcripts cover, and that a loss of coverage is noticed.
struct CoverageTests {
  private let scratch = Scratch()

  private static let reached: [(path: String, reached: Reached)] = Golden.paths.map { path in
    let replayer = Replayer(in: Golden.access, notesCoverage: true)
    return (
      path, (try? replayer.replay(Golden.bytes(path), in: Golden.folder(path)).reached) ?? Reached()
    )
  }

  private static func part(_ name: String, _ coverage: Coverage) throws -> Coverage.Part {
    try #require(coverage.parts.first { $0.name == name })
  }

  @Test(arguments: [
    "messages", "commands at questions", "policies' rules", "forms' questions", "outcomes",
    "locales",
  ])
  func `the project's transcripts cover everything`(name: String) throws {
    let part = try Self.part(name, Coverage(Self.reached))
    #expect(part.missing == [])
    #expect(part.percent == 100 && part.total > 1)
  }

  @Test(arguments: Catalogue.all.map(\.locale))
  func `the transcripts in each language show every message that a transcript can`(
    locale: String
  ) throws {
    let own = Self.reached.filter { $0.reached[.locales] == [locale] }
    #expect(try Self.part("messages", Coverage(own)).missing == [])
  }

  @Test func `the project's transcripts have no duplicates and no unintended unused secrets`() {
    let coverage = Coverage(Self.reached)
    #expect(
      coverage.unusedSecrets == ["transcripts/grammar/secrets-in-the-header.chat:7: unused"])
    #expect(coverage.duplicates == [])
  }

  @Test func `what only one transcript reaches is missing without it`() throws {
    var needed = 0
    // The transcripts in other languages show the same messages.
    let english = Self.reached.filter { $0.reached[.locales] == ["en"] }
    let whole = Coverage(english)
    for index in english.indices {
      var others = english
      let (_, own) = others.remove(at: index)
      let rest = others.reduce(into: Reached()) { $0.formUnion($1.reached) }
      let messages = own[.messages].subtracting(rest[.messages])
        .intersection(MessageKey.inTranscripts.map(\.rawValue))
      let commands = own[.commands].subtracting(rest[.commands])
      if messages.isEmpty && commands.isEmpty { continue }
      needed += 1
      let coverage = Coverage(others)
      let lost = try Self.part("messages", coverage).missing
      #expect(try Set(lost) == messages.union(Self.part("messages", whole).missing))
      let counts = try [coverage, whole].map {
        try Self.part("commands at questions", $0).missing.count
      }
      #expect(counts[0] == counts[1] + commands.count)
      let percent = try Self.part("messages", coverage).percent
      #expect(messages.isEmpty || percent < 100)
    }
    #expect(needed > 10)
  }

  @Test func `missing, unused and duplicate items are reported, and low coverage exits with 3`()
    throws
  {
    let unused = Chats.replacing("@ secret password", "@ secret spare lower:9\n@ secret password")
    try scratch.files([
      "a.chat": Chats.good, "b.chat": "# The same.\n" + Chats.good, "c.chat": unused,
    ])
    let same = Chats.replacing("# All goes well.", "# The same again.")
    try scratch.files(["b.chat": same])
    let run = try scratch.shell("$BOT replay --coverage d")
    #expect(run.status == 0 && run.errors.isEmpty)
    for line in [
      "  not reached: /undo at review\n", "  not reached: /undo at what now (after a failure)\n",
      "  not reached: /undo at what now (after a no)\n",
      "secret never given: d/c.chat:14: spare\n",
      "the same story: d/a.chat:1 = d/b.chat:1\n", "outcomes: 1 of 8 (12 %)\n",
      "locales: 1 of \(Catalogue.all.count) (\(100 / Catalogue.all.count) %)\n",
    ] { #expect(run.output.contains(line), "\(run.output)") }
    #expect(!run.output.contains("after-failure") && !run.output.contains("after-no"))
    let low = try scratch.shell("$BOT replay --coverage-min 50 d")
    #expect(low.status == 3)
    #expect(low.errors.contains("--coverage-min requires 50 %"))
    #expect(try scratch.shell("$BOT replay --coverage-min 0 d").status == 0)
    let all = try Program.shell("$BOT replay --coverage-min 100 transcripts")
    #expect(all.status == 0, "\(all.output)\(all.errors)")
  }

  @Test(arguments: ["text", "tap", "junit", "github", "jsonl"])
  func `coverage output leaves each report format readable`(report: String) throws {
    let run = try Program.shell("$BOT replay --coverage --report \(report) transcripts/endings")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    switch report {
    case "tap": #expect(lines.contains { $0.hasPrefix("# messages: ") })
    case "junit":
      #expect(run.output.hasSuffix("</testsuite>\n") && run.errors.contains("messages: "))
    case "github": #expect(lines.contains { $0.hasPrefix("coverage: messages: ") })
    case "jsonl": #expect(lines.last?.hasPrefix(#"{"event":"coverage","#) == true)
    default: #expect(lines.contains { $0.hasPrefix("messages: ") })
    }
  }
}
