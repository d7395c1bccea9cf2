import Foundation
import Testing

/// `signup-bot accounts list` when its output is a pipe.
@Suite(.ownThreads)
struct AccountsListTests {
  private let scratch = Scratch()

  private static let list = "TZ=CET-1 $BOT accounts list --accounts sqlite"

  @Test func `in a pipe, each account is one line of four columns, untruncated and uncoloured`()
    throws
  {
    let long = String(repeating: "x", count: 200)
    try ListedStore.make(["anna", "tab\there", long], in: scratch)
    let run = try scratch.shell(Self.list + " --color always")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(
      run.output == """
        anna\t2026-01-01T13:00:00+01:00\tactive\t2
        octodog\t2026-01-01T12:59:59+01:00\tactive\t1
        tab\\u{9}here\t2026-01-01T13:00:01+01:00\tactive\t3
        \(long)\t2026-01-01T13:00:02+01:00\tdisabled\t4

        """)
  }

  @Test func `JSON output is one array, even if it is empty, and preserves every name`() throws {
    try ListedStore.make(ListedStore.awkward, in: scratch)
    let run = try scratch.shell(Self.list + " --format json")
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(
      Set(list.map { Array(($0["username"] as? String ?? "").utf8) })
        == Set((ListedStore.awkward + ["octodog"]).map { Array($0.utf8) }))
    #expect(list.allSatisfy { $0.count == 5 && $0["id"] is String && $0["active"] is Bool })
    #expect(run.output.contains(#""created":"2026-01-01T12:00:03Z""#))
    let check = "python3 -c 'import json, sys; print(len(json.load(sys.stdin)))'"
    #expect(try scratch.shell("\(Self.list) --format json | \(check)").output == "15\n")
    let empty = try scratch.shell("\(Self.list) --format json --search nobody")
    #expect(empty.output == "[]\n" && empty.status == 0)
  }

  @Test func `other programs read the CSV correctly, and no name becomes a formula`() throws {
    let formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\u{FF1D}1", "'=x", "'quoted"]
    let harmless = ["o\"quote", "o,comma", "line\nend", "a=b", "世界人", "semi;=1"]
    try ListedStore.make(formulas + harmless, in: scratch)
    let run = try scratch.shell(Self.list + " --format csv")
    #expect(run.output.hasPrefix("username,created,state,id\r\n"))
    let script = """
      import csv, json, sys
      rows = list(csv.reader(open(0, newline=''), strict=True))
      print(json.dumps(rows))
      """
    let read = try scratch.shell(
      "\(Self.list) --format csv | python3 -c \(Program.quoted(script))")
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [[String]])
    #expect(rows.allSatisfy { $0.count == 4 })
    let names = Set(rows.dropFirst().map { $0[0] })
    #expect(names == Set(formulas.map { "'" + $0 } + harmless + ["octodog"]))
    #expect(rows.contains(["'=1+1", "2026-01-01T12:00:00Z", "active", "2"]))
    // Every line ends with CRLF. The one extra LF is part of a name.
    let lines = run.output.unicodeScalars
    #expect(lines.filter { $0 == "\r" }.count == 16)
    #expect(lines.filter { $0 == "\n" }.count == 17)
    // Even a reader that splits lines at semicolons doesn't see the formula as a cell.
    #expect(run.output.contains("\"semi;=1\""))
  }

  @Test func `accounts are searched, sorted and limited`() throws {
    try ListedStore.make(["Zoe", "anna", "ANNA2", "100%"], in: scratch)
    func names(_ options: String) throws -> [String] {
      let run = try scratch.shell("\(Self.list) \(options) | cut -f 1")
      #expect(run.errors.isEmpty, "\(options)")
      return run.output.split(separator: "\n").map(String.init)
    }
    #expect(try names("") == ["100%", "anna", "ANNA2", "octodog", "Zoe"])
    #expect(try names("--sort -name") == ["Zoe", "octodog", "ANNA2", "anna", "100%"])
    #expect(try names("--sort created") == ["octodog", "Zoe", "anna", "ANNA2", "100%"])
    #expect(try names("--sort=-created") == ["100%", "ANNA2", "anna", "Zoe", "octodog"])
    #expect(try names("--search Anna") == ["anna", "ANNA2"])
    #expect(try names("--search % --limit 3") == ["100%"])
    #expect(try names("--search -x") == [])
    #expect(try names("--sort -created --limit 2") == ["100%", "ANNA2"])
  }

  @Test(arguments: [
    ("--limit 0", "at least 1"), ("--limit x", "--limit"), ("--sort age", "--sort"),
    ("--format xml", "--format"), ("--sqlite-path ''", "--sqlite-path"), ("more", "more"),
  ])
  func `wrong usage exits with 64`(options: String, words: String) throws {
    let run = try Program.shell("\(Self.list) \(options)")
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains(words))
  }

  @Test func `a service without stored accounts exits with 64 and names the options to give`()
    throws
  {
    for command in ["list", "show anna", "disable anna", "enable anna", "remove --yes anna"] {
      let run = try Program.shell("$BOT accounts \(command)")
      #expect(run.status == 64 && run.output.isEmpty)
      #expect(
        run.errors
          == "signup-bot: --accounts mock keeps no accounts; use --accounts sqlite or --accounts scim\n"
      )
    }
  }

  @Test func `if there is no store, none is created, and the error names its path`() throws {
    for command in ["list", "show anna", "disable anna", "remove --yes anna"] {
      let run = try scratch.shell(
        "$BOT accounts \(command) --accounts sqlite; E=$?; ls -A $HOME; exit $E")
      #expect(run.status == 78, "\(command)")
      #expect(run.output.split(separator: "\n").allSatisfy { ["stdout", "stderr"].contains($0) })
      #expect(
        run.errors.contains(
          "\(scratch.path)/.local/share/signup-bot/accounts.sqlite: there is no store yet"))
    }
  }

  @Test func `a locked store exits with 69, and one that other users can read with 78`() throws {
    try ListedStore.make(in: scratch)
    let script = """
      import os, sqlite3, subprocess
      db = sqlite3.connect(os.path.expandvars("\(ListedStore.path)"), isolation_level=None)
      db.execute("PRAGMA locking_mode = EXCLUSIVE")
      db.execute("BEGIN EXCLUSIVE")
      for words in ["list", "show octodog", "disable octodog", "remove --yes octodog"]:
        command = [os.environ["BOT"], "accounts", *words.split(), "--accounts", "sqlite", "--timeout", "50ms"]
        print(subprocess.run(command).returncode)
      """
    let held = try scratch.shell("python3 -c \(Program.quoted(script))")
    #expect(held.output == "69\n69\n69\n69\n")
    #expect(
      held.errors.contains(
        "signup-bot: another program is using the store; try again when it has finished\n"))
    #expect(held.errors.contains("signup-bot: octodog: another program is using the store"))
    let open = try scratch.shell("chmod 644 \(ListedStore.path); \(Self.list)")
    #expect(open.status == 78 && open.errors.contains("run chmod 600 "))
  }

  @Test(arguments: ["text", "json", "csv"])
  func `a reader that closes the pipe ends the listing quietly`(format: String) throws {
    // More than fits into a pipe.
    try ListedStore.make((0..<3_000).map { "somebody-with-a-longish-name-\($0)" }, in: scratch)
    let run = try scratch.shell(
      "\(Self.list) --format \(format) | head -c 1 > $HOME/first; exit ${PIPESTATUS[0]}")
    #expect(run.status == 74 && !run.isSignal && run.errors.isEmpty)
    #expect(try scratch.text("first").count == 1)
    let full = try scratch.shell("\(Self.list) --format \(format) > /dev/full")
    #expect(full.status == 74)
    #expect(full.errors == "signup-bot: can't write stdout: No space left on device\n")
  }

  @Test func `the environment and the configuration file can select the service, too`() throws {
    try ListedStore.make(in: scratch)
    let environment = try scratch.shell(
      "SIGNUP_BOT_ACCOUNTS=sqlite $BOT accounts list | cut -f 1")
    #expect(environment.output == "octodog\n")
    let file = try scratch.shell(
      "mkdir -p $HOME/.config/signup-bot; echo '{\"accounts\": \"sqlite\"}' > $HOME/.config/signup-bot/config.json;"
        + " $BOT accounts list | cut -f 1")
    #expect(file.output == "octodog\n", "\(file.errors)")
  }
}
