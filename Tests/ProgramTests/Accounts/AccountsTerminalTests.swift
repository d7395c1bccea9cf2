import Foundation
import Testing

/// `signup-bot accounts` at a terminal.
@Suite(.ownThreads)
struct AccountsTerminalTests {
  private let scratch = Scratch()

  private static let list = "TZ=CET-1 exec $BOT accounts list --accounts sqlite"

  @Test(arguments: [(80, 24), (40, 10), (20, 10)])
  func `the table fits the terminal, whatever names it contains`(columns: Int, rows: Int) throws {
    try ListedStore.make(ListedStore.awkward, in: scratch)
    let terminal = try TestTerminal(
      Self.list + " --no-pager", columns: columns, rows: rows, scratch: scratch)
    #expect(try terminal.waitForChange() == .exited(0))
    try terminal.waitForText("15 accounts")
    // Each account takes one line. A line that is too long would wrap and take two.
    let lines = try terminal.rows()
    let table = lines.prefix { !$0.hasPrefix("15 accounts") }
    try #require(table.count == 16, "\(lines)")
    #expect(table[0].hasPrefix("USERNAME ") && table[0].contains("STATE"))
    #expect(table.contains { $0.hasPrefix("世界人 ") })
    #expect(table.contains { $0.hasPrefix("e\u{301}mile ") })
    #expect(table.contains { $0.contains("…") })
    #expect(table.dropFirst().allSatisfy { $0.hasSuffix("active") || $0.hasSuffix("disabled") })
    if columns == 80 { #expect(table.contains { $0.contains("2026-01-01 13:00:05") }) }
    #expect(!terminal.bytes.contains("\u{202E}") && !terminal.bytes.contains("\u{1B}[31mred"))
  }

  @Test func `a limited list says that there are more accounts, and an empty one that none match`()
    throws
  {
    try ListedStore.make(["anna", "bert"], in: scratch)
    for (options, words) in [
      ("--limit 2", "2 accounts, and there are more"), ("--limit 3", "3 accounts"),
      ("--search T --limit 1", "1 account matches, and there are more"),
      ("--search nobody", "no accounts match"),
    ] {
      let terminal = try TestTerminal("\(Self.list) --no-pager \(options)", scratch: scratch)
      #expect(try terminal.waitForChange() == .exited(0))
      try terminal.waitForText(words)
      #expect(try terminal.lines().last == words)
    }
  }

  @Test func `a disabled account is red unless colours are turned off`() throws {
    try ListedStore.make(["anna", "bert", "clara"], in: scratch)
    let terminal = try TestTerminal(Self.list + " --no-pager", scratch: scratch)
    try terminal.waitForText("4 accounts")
    #expect(try terminal.colours(of: "disabled") == ["31"])
    #expect(try terminal.colours(of: "active") == [""])
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"], ["ACCESSIBLE": "1"]] {
      let terminal = try TestTerminal(
        Self.list + " --no-pager", environment: environment, scratch: scratch)
      try terminal.waitForText("4 accounts")
      #expect(!terminal.bytes.contains("\u{1B}"), "\(environment)")
    }
  }

  // MARK: - The pager

  private static let summary = "1 account\n"

  @Test func `the list is shown in the user's pager, with default options for less and lv`() throws
  {
    try ListedStore.make(in: scratch)
    let pager = "tee $HOME/paged; echo \"$LESS $LV\" > $HOME/options"
    let terminal = try TestTerminal(Self.list, environment: ["PAGER": pager], scratch: scratch)
    #expect(try terminal.waitForChange() == .exited(0))
    #expect(try scratch.text("paged").hasSuffix(Self.summary))
    #expect(try scratch.text("options") == "FRX -c\n")
    let own = try TestTerminal(
      Self.list, environment: ["PAGER": pager, "LESS": "M", "LV": "x"], scratch: scratch)
    #expect(try own.waitForChange() == .exited(0))
    #expect(try scratch.text("options") == "M x\n")
  }

  @Test(arguments: [
    ("--no-pager", [:]), ("--plain", [:]), ("", ["PAGER": ""]), ("", ["PAGER": " cat "]),
    ("", ["TERM": "dumb", "PAGER": "touch $HOME/paged"]),
    ("", ["CI": "1", "PAGER": "touch $HOME/paged"]),
  ])
  func `no pager is started if the options or the environment rule it out`(
    options: String, environment: [String: String]
  ) throws {
    try ListedStore.make((0..<40).map { "somebody\($0)" }, in: scratch)
    let terminal = try TestTerminal(
      "\(Self.list) \(options)",
      environment: ["PAGER": "touch $HOME/paged"].merging(environment) { $1 }, scratch: scratch)
    try terminal.waitForText("41 accounts")
    #expect(try terminal.waitForChange() == .exited(0))
    #expect(try scratch.shell("ls $HOME/paged").status != 0)
  }

  @Test(arguments: ["no-such-pager", "/etc/passwd", "exit 127"])
  func `if the pager can't be started, the list is printed without it`(pager: String) throws {
    // More than fits into a pipe, and less.
    for count in [2_000, 1] {
      try ListedStore.make((0..<count).map { "somebody\($0)-\(count)" }, in: scratch)
      let terminal = try TestTerminal(Self.list, environment: ["PAGER": pager], scratch: scratch)
      #expect(try terminal.waitForChange() == .exited(0))
      try terminal.waitForText("\(count + 1) accounts")
      #expect(terminal.bytes.components(separatedBy: "USERNAME").count == 2)
      try scratch.shell("rm \(ListedStore.path)*")
    }
  }

  @Test(arguments: ["head -1", "true", "sleep 0", "exit 3", "kill -9 $$"])
  func `a pager that exits early ends the listing quietly`(pager: String) throws {
    try ListedStore.make((0..<3_000).map { "somebody-with-a-longish-name-\($0)" }, in: scratch)
    let terminal = try TestTerminal(
      Self.list + " 2> $HOME/errors", environment: ["PAGER": pager], scratch: scratch)
    #expect(try terminal.waitForChange() == .exited(0))
    #expect(try scratch.text("errors").isEmpty)
    #expect(terminal.mode == terminal.before)
  }

  @Test func `less handles Ctrl-C itself, and after q the terminal is restored`() throws {
    try ListedStore.make((0..<3_000).map { "somebody-with-a-longish-name-\($0)" }, in: scratch)
    let terminal = try TestTerminal(Self.list, rows: 10, scratch: scratch)
    try terminal.waitForText("somebody-with-a-longish-name-100 ")
    try terminal.wait(for: "less") { terminal.isRaw }
    terminal.type("\u{3}")
    terminal.type("/name-1001 \r")
    try terminal.waitForText("somebody-with-a-longish-name-1001")
    #expect(terminal.isRaw, "less is still running")
    terminal.type("q")
    try terminal.expectRestored(after: .exited(0))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that ends the program is held back until the pager has exited`(
    signal: Int32
  ) throws {
    try ListedStore.make(in: scratch)
    let terminal = try TestTerminal(
      Self.list,
      environment: [
        "PAGER":
          "cat > /dev/null; echo ready; read line < /dev/tty"
      ], scratch: scratch)
    try terminal.waitForText("ready")
    try terminal.send(signal)
    try terminal.wait(for: "the signal to be held back") {
      try Self.sleeps(terminal.pid ?? 0, holding: signal)
    }
    terminal.enter("")
    #expect(try terminal.waitForChange() == .signalled(by: signal))
  }

  /// Whether a process keeps sleeping while a signal is pending; see proc_pid_status(5). A process
  /// that is about to die of the signal doesn't sleep.
  private static func sleeps(_ process: pid_t, holding signal: Int32) throws -> Bool {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    var fields: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      if parts.count == 2 { fields[parts[0]] = parts[1] }
    }
    let pending = UInt64(fields["ShdPnd:"] ?? "", radix: 16) ?? 0
    return pending & 1 << UInt64(signal - 1) != 0 && fields["State:"]?.hasPrefix("S") == true
  }

  @Test func `an error is printed to the terminal, and no pager is started`() throws {
    let terminal = try TestTerminal(
      Self.list, environment: ["PAGER": "touch $HOME/paged"], scratch: scratch)
    try terminal.waitForText("there is no store yet")
    #expect(try terminal.waitForChange() == .exited(78))
    #expect(try scratch.shell("ls $HOME/paged").status != 0)
  }

  @Test func `control characters in names and answers never reach the terminal, in any format`()
    throws
  {
    try ListedStore.make(ListedStore.awkward, in: scratch)
    try ListedStore.answer(
      [("octodog", "about", "\u{1B}[32mgreen\u{202E}"), ("octodog", "\u{1B}[33m", "\u{9B}1m")],
      in: scratch)
    let commands = [
      "list --no-pager", "list --no-pager --columns about,username",
      "list --no-pager --format json",
      "list --no-pager --format csv", "show octodog", "show octodog --format json",
    ]
    for command in commands {
      let terminal = try TestTerminal(
        "TZ=CET-1 exec $BOT accounts \(command) --accounts sqlite"
          + (command.hasPrefix("list") ? " --color never" : ""), scratch: scratch)
      #expect(try terminal.waitForChange() == .exited(0))
      try terminal.waitForText(command == "list --no-pager" ? "[31mred" : "[32mgreen")
      for character in ["\u{1B}", "\u{202E}", "\u{9B}"] {
        #expect(!terminal.bytes.contains(character), "\(command)")
      }
    }
  }

  // MARK: - Removing

  @Test(arguments: [
    ("yes", true), ("y", true), ("", false), ("no", false), ("yess", false), ("\u{4}", false),
  ])
  func `removing asks first, and any answer except yes means no`(
    answer: String, isRemoved: Bool
  ) throws {
    try ListedStore.make(["anna", "bert"], in: scratch)
    let terminal = try TestTerminal(
      "TZ=CET-1 exec $BOT accounts remove anna BERT --accounts sqlite", scratch: scratch)
    try terminal.waitForText("(y/N)")
    let lines = try terminal.lines()
    #expect(
      lines.first?.hasPrefix("  anna (active, created 2026-01-01T13:00:00+01:00, sessions: 0")
        == true)
    #expect(
      squeezed(lines.joined()).contains("Removethese2accountspermanently,withalltheirdata?"))
    answer == "\u{4}" ? terminal.type(answer) : terminal.enter(answer)
    #expect(try terminal.waitForChange() == .exited(isRemoved ? 0 : 1))
    try terminal.waitForText(isRemoved ? "bert is removed" : "nothing was removed")
    let left = try scratch.shell("$BOT accounts list --accounts sqlite | wc -l")
    #expect(left.output == (isRemoved ? "1\n" : "3\n"))
  }

  @Test func `the question wraps between words on a narrow terminal`() throws {
    try ListedStore.make(["anna"], in: scratch)
    let terminal = try TestTerminal(
      "exec $BOT accounts remove anna --accounts sqlite", columns: 20, rows: 10, scratch: scratch)
    try terminal.waitForText("(y/N)")
    #expect(
      try terminal.lines().suffix(3) == [
        "Remove this account", "permanently, with", "all its data? (y/N)",
      ])
  }

  @Test func `Ctrl-C at the question removes nothing`() throws {
    try ListedStore.make(["anna"], in: scratch)
    let terminal = try TestTerminal(
      "exec $BOT accounts remove anna --accounts sqlite", scratch: scratch)
    try terminal.waitForText("(y/N)")
    terminal.type("\u{3}")
    #expect(try terminal.waitForChange() == .signalled(by: SIGINT))
    #expect(try scratch.shell("$BOT accounts list --accounts sqlite | wc -l").output == "2\n")
  }
}
