import Conversation
import Foundation
import Testing

/// Checks the schemas against what the program really prints and accepts.
@Suite(.ownThreads)
struct SchemaTests {
  private static let validate = "python3 Tests/Schema/validate.py transcripts/schema/"

  private func validated(_ lines: String, _ schema: String) throws -> Program.Run {
    try Program.shell(Self.validate + schema + ".schema.json", input: Data(lines.utf8))
  }

  /// Expects that each of the lines is invalid.
  private func expectInvalid(_ lines: [String], _ schema: String) throws {
    let run = try validated(lines.joined(separator: "\n"), schema)
    #expect(run.status == 1)
    for (index, line) in lines.enumerated() {
      #expect(run.errors.contains("value \(index + 1) is not valid: \(line)\n"), "\(line)")
    }
  }

  private func session(_ events: String) throws -> String {
    try Program.run(["--mock-latency", "10ms", "--mock-failures", "0/1"], lines: events).output
  }

  static let events = """
    {"started":{}}
    {"textEdited":{"field":"username","text":"octo"}}
    {"textEdited":{"field":"password","secret":"s"}}
    {"lineEntered":{"text":"octo!dog"}}
    {"lineEntered":{"text":"octodog"}}
    {"command":"back","halfTyped":"oct"}
    {"command":"review"}
    {"command":"help"}
    {"lineEntered":{"text":"octodog"}}
    {"lineEntered":{"secret":"secret1"}}
    {"lineEntered":{"secret":"secret2"}}
    {"lineEntered":{"secret":"secret1"}}
    {"command":"edit"}
    {"lineEntered":{"text":"9"}}
    {"lineEntered":{"text":"1"}}
    {"lineEntered":{"text":""}}
    {"signUpRequested":{}}

    """

  @Test func `the JSON output of every golden transcript is valid`() throws {
    let run = try Program.shell(
      "for t in transcripts/*/*.chat; do $BOT --format jsonl --mock-latency 0s $t 2> $HOME/e; done"
        + " | \(Self.validate)records.schema.json")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains(" valid: ask bot comment end key secret setting you"))
  }

  @Test func `the events and the records of a headless session are valid`() throws {
    let events = try validated(Self.events, "events")
    #expect(events.status == 0, "\(events.errors)")
    let output = try session(Self.events + "{\n{\"x\":1}\n")
    #expect(output.contains(#""outcome":"signed-up""#))
    let records = try validated(output, "records")
    #expect(records.status == 0, "\(records.errors)")
    #expect(records.output.contains("outputs"))
    let broken = try validated(try session("{}\n{\"interrupted\":{}}\n"), "records")
    #expect(broken.output.contains("error"), "\(broken.errors)")
  }

  static let mutations: [(String, String)] = [
    (#""record":"outputs""#, #""record":"output""#), (#""state":"ok""#, #""state":"fine""#),
    (#""key":"usernameAvailable""#, #""key":"usernameFree""#),
    (#""signedUp":false"#, #""signedUp":0"#), (#","signedUp":false"#, ""),
    (#""signedUp":false"#, #""signedUp":false,"more":1"#),
    (#""state":"validating","messages":[]"#, #""state":"failed","messages":[]"#),
    (#""tone":"accepts""#, #""tone":"takes""#), (#""question":"repeat""#, #""question":"Again""#),
    (#""outcome":"signed-up","exit":0"#, #""outcome":"signed-up","exit":1"#),
    (#""name":"password","class":"strong""#, #""name":"password","class":"strong","length":7"#),
    (#""class":"strong""#, #""class":"lower:0""#), (#""key":"seed""#, #""key":"color""#),
    (#""values":{"username":"#, #""values":{"name":"#),
  ]

  @Test func `a changed record is not valid`() throws {
    let output = try session(HeadlessTests.signUp.map { $0 + "\n" }.joined())
    #expect(try validated(output, "records").status == 0)
    let changed = try Self.mutations.map { from, to in
      let line = try #require(output.split(separator: "\n").first { $0.contains(from) }, "\(from)")
      return line.replacing(from, with: to, maxReplacements: 1)
    }
    try expectInvalid(changed.map(String.init), "records")
  }

  static let noEvents = [
    #"{"started":1}"#, #"{"x":{}}"#, "{}", #"{"started":{},"interrupted":{}}"#,
    #"{"lineEntered":{"text":"a","secret":"b"}}"#, #"{"lineEntered":{}}"#,
    #"{"textEdited":{"field":"password","text":"a"}}"#, #"{"halfTyped":"a"}"#,
    #"{"lineEntered":{"text":"a\u0000"}}"#, #"{"lineEntered":{"text":"a\tb"}}"#,
    #"{"textEdited":{"field":"password","secret":"\u001b"}}"#,
    #"{"command":"back","halfTyped":"a\u0085"}"#,
  ]

  @Test func `the schema refuses what the program refuses`() throws {
    try expectInvalid(Self.noEvents, "events")
    for event in Self.noEvents {
      #expect(try session(event + "\n").contains(#""record":"error""#), "\(event)")
    }
  }

  @Test func `the schema knows every message, and no other`() throws {
    let file = Program.root.appendingPathComponent("transcripts/schema/records.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let definitions = try #require(schema?["$defs"] as? [String: [String: Any]])
    let keys = try #require(definitions["key"]?["enum"] as? [String])
    #expect(Set(keys) == Set(MessageKey.allCases.map(\.rawValue)))
    #expect(keys.count == MessageKey.allCases.count)
  }
}
