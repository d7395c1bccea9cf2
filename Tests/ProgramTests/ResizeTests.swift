import Foundation
import Testing

/// A terminal whose size changes while a line is edited.
@Suite(.ownThreads)
struct ResizeTests {
  static let wide = "章鱼狗和小猫以及其他许多很长的名字都在这里"

  private func terminal(
    columns: Int = 20, rows: Int = 12, term: String = "xterm-256color"
  ) throws -> TestTerminal {
    let terminal = try TestTerminal(
      "exec $BOT --mock-latency 0s --mock-failures 0/1 --seed 1 --record $HOME/r.chat",
      columns: columns, rows: rows, term: term)
    try terminal.waitForLine("Username?")
    return terminal
  }

  /// Enters the rest of the name and ends the conversation, so that its recording is complete.
  static func enter(_ rest: String, _ terminal: TestTerminal) throws {
    terminal.enter(rest)
    try terminal.waitForLine("Password?")
    terminal.type("\u{4}")
    #expect(try terminal.waitForChange() == .exited(2))
  }

  @Test(arguments: ["xterm-256color", "screen", "linux", "vt100"])
  func `F43 a wrapped line of wide characters is drawn once in each size`(term: String) throws {
    let terminal = try terminal(term: term)
    terminal.type(Self.wide)
    try terminal.waitForLine("Username?" + Self.wide)
    for (columns, rows) in [(31, 12), (80, 24), (13, 14), (20, 12), (21, 12)] {
      try terminal.resize(columns: columns, rows: rows)
      // Typing a letter shows that the new size has been handled.
      terminal.type("x")
      try terminal.waitForLine("Username?" + Self.wide + "x")
      terminal.type("\u{7F}")
      try terminal.waitForLine("Username?" + Self.wide)
      let screen = squeezed(try terminal.lines().joined())
      #expect(screen.components(separatedBy: "Username?").count == 2, "\(columns) columns")
    }
    try Self.enter("", terminal)
    #expect(try terminal.scratch.text("r.chat").contains("you> \(Self.wide)\n"))
  }

  @Test func `F43 the cursor keeps its place in the middle of a line`() throws {
    let terminal = try terminal()
    terminal.type(Self.wide + String(repeating: "\u{1B}[D", count: 10))
    let left = "Username?" + Self.wide.dropLast(10)
    try terminal.waitForLine(left)
    for columns in [31, 13, 80] {
      try terminal.resize(columns: columns, rows: 14)
      terminal.type("x")
      try terminal.waitForLine(left + "x")
      terminal.type("\u{7F}")
      try terminal.waitForLine(left)
    }
    try Self.enter("y", terminal)
    let line = Self.wide.dropLast(10) + "y" + Self.wide.suffix(10)
    #expect(try terminal.scratch.text("r.chat").contains("you> \(line)\n"))
  }

  @Test(arguments: [[(1, 1)], [(0, 0)], [(1, 1), (0, 0), (2, 1), (3, 2)]], [true, false])
  func `F43 an impossible size loses nothing`(sizes: [(Int, Int)], isSecret: Bool) throws {
    let moment = isSecret ? Moment.password : .username
    let terminal = try moment.reach()
    for (columns, rows) in sizes {
      try terminal.resize(columns: columns, rows: rows)
      terminal.type("x\u{7F}")
    }
    try terminal.resize(columns: 80, rows: 24)
    try moment.finish(terminal)
  }

  @Test func `F43 a change of size hides a visible secret and leaves no trace of it`() throws {
    let terminal = try terminal()
    terminal.enter("octodog")
    try terminal.waitForLine("Password?")
    terminal.type("Secret12Secret12Secret12\u{12}")
    try terminal.waitForLine("Password?Secret12Secret12Secret12")
    try terminal.resize(columns: 33, rows: 12)
    try terminal.waitForLine("Password?" + String(repeating: "•", count: 24))
    #expect(try !terminal.story().contains("Secret"))
  }
}
