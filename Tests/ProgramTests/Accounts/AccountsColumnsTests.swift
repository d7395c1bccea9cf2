import Foundation
import Testing

/// The answers to the operator's own questions in `signup-bot accounts`.
@Suite(.ownThreads)
struct AccountsColumnsTests {
  private let scratch = Scratch()

  private static let list = "TZ=CET-1 $BOT accounts list --accounts sqlite"
  private static let show = "TZ=CET-1 $BOT accounts show --accounts sqlite"

  private func withAnswers(_ body: (Scratch) throws -> Void) throws {
    try ListedStore.make(["anna", "bert"], in: scratch)
    try ListedStore.answer(
      [
        ("octodog", "shell", "fish"), ("octodog", "email", "dog@example.org"),
        ("anna", "email", "anna@example.org"), ("anna", "about", "=1+1, \"twice\""),
      ], in: scratch)
    try body(scratch)
  }

  @Test func `text prints the chosen columns in their order, and a dash for a missing answer`()
    throws
  {
    try withAnswers { scratch in
      let run = try scratch.shell("\(Self.list) --columns email,id,username,shell")
      #expect(run.status == 0 && run.errors.isEmpty)
      #expect(
        run.output == """
          anna@example.org\t2\tanna\t-
          -\t3\tbert\t-
          dog@example.org\t1\toctodog\tfish

          """)
      let common = try scratch.shell("\(Self.list) --columns username,created,state,id")
      #expect(common.output == (try scratch.shell(Self.list).output))
      #expect(common.output.hasPrefix("anna\t2026-01-01T13:00:00+01:00\tactive\t2\n"))
    }
  }

  @Test func `JSON has all answers, and of chosen columns only their members`() throws {
    try withAnswers { scratch in
      let all = try scratch.shell("\(Self.list) --format json --limit 2")
      #expect(
        all.output == """
          [
          {"username":"anna","id":"2","created":"2026-01-01T12:00:00Z","active":true,\
          "answers":{"email":"anna@example.org","about":"=1+1, \\"twice\\""}},
          {"username":"bert","id":"3","created":"2026-01-01T12:00:01Z","active":true,"answers":{}}
          ]

          """)
      let some = try scratch.shell("\(Self.list) --format json --columns shell,username,email")
      #expect(
        some.output == """
          [
          {"answers":{"email":"anna@example.org"},"username":"anna"},
          {"answers":{},"username":"bert"},
          {"answers":{"shell":"fish","email":"dog@example.org"},"username":"octodog"}
          ]

          """)
    }
  }

  @Test func `CSV has a column for each question, in alphabetical order, or the chosen columns`()
    throws
  {
    try withAnswers { scratch in
      let all = try scratch.shell("\(Self.list) --format csv")
      #expect(
        all.output
          == [
            "username,created,state,id,about,email,shell",
            #""anna",2026-01-01T12:00:00Z,active,"2","'=1+1, ""twice""","anna@example.org","#,
            #""bert",2026-01-01T12:00:01Z,active,"3",,,"#,
            #""octodog",2026-01-01T11:59:59Z,active,"1",,"dog@example.org","fish""#, "",
          ].joined(separator: "\r\n"))
      let some = try scratch.shell("\(Self.list) --format csv --columns shell,id --search DOG@")
      #expect(some.output == "shell,id\r\n\"fish\",\"1\"\r\n")
    }
  }

  @Test func `a search finds answers, ignoring case`() throws {
    try withAnswers { scratch in
      let run = try scratch.shell("\(Self.list) --search EXAMPLE.org --columns username")
      #expect(run.output == "anna\noctodog\n")
      #expect(try scratch.shell("\(Self.list) --search %example").output.isEmpty)
    }
  }

  @Test func `show prints the answers, with control characters escaped and nothing cut`() throws {
    try withAnswers { scratch in
      let long = String(repeating: "x", count: 65_535) + "!"
      try ListedStore.answer(
        [("anna", "key", long), ("anna", "note", "\u{1B}[31mred\nend")], in: scratch)
      let text = try scratch.shell("\(Self.show) anna")
      let lines = text.output.split(separator: "\n")
      #expect(
        lines.suffix(4) == [
          "email                   anna@example.org",
          "about                   =1+1, \"twice\"", "key                     \(long)",
          "note                    \\u{1B}[31mred\\u{A}end",
        ])
      let json = try scratch.shell("\(Self.show) anna --format json")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(
        object["answers"] as? [String: String] == [
          "email": "anna@example.org", "about": "=1+1, \"twice\"", "key": long,
          "note": "\u{1B}[31mred\nend",
        ])
    }
  }

  @Test(arguments: [
    ("emial", "--columns: emial is not one of \(known); did you mean email?"),
    ("username,usrname", "--columns: usrname is not one of \(known); did you mean username?"),
    ("xyzzyx,email", "--columns: xyzzyx is not one of \(known)"),
    ("password", "--columns: password is not one of \(known)"),
  ])
  func `an unknown column exits with 64 and the known ones`(
    columns: String, error: String
  ) throws {
    try withAnswers { scratch in
      for format in ["text", "json", "csv"] {
        let run = try scratch.shell("\(Self.list) --columns \(columns) --format \(format)")
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors == "signup-bot: \(error)\n")
      }
    }
  }

  private static let known = "username, created, state, id, about, email, shell"

  @Test(arguments: ["", ",", "id,", "id,id", "email,id,email"])
  func `columns that are not names, each once, exit with 64`(columns: String) throws {
    let run = try Program.shell("\(Self.list) --columns '\(columns)'")
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains("--columns must be names separated by commas, each once"))
  }

  @Test func `any text in a damaged store stays in its place in the CSV's header`() throws {
    try ListedStore.make(in: scratch)
    try ListedStore.answer([("octodog", "=a,\r\n\"b", "x")], in: scratch)
    let run = try scratch.shell("\(Self.list) --format csv")
    #expect(run.output.hasPrefix("username,created,state,id,\"'=a,\r\n\"\"b\"\r\n"))
  }
}
