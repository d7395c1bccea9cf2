import Foundation
import Testing

/// After too many failures the terminal counts down until the service checks sign-ins again.
@Suite(.ownThreads)
struct CountdownTerminalTests {
  private let scratch = Scratch()

  private static let prompt = "Password? (an empty line keeps it)"
  private static let refusal = "Too many failed attempts with this name."

  /// Creates an account whose recent failures delay the next sign-in by minutes.
  private func failOften() throws {
    try ListedStore.make(in: scratch)
    try scratch.shell(
      "\(ListedStore.bot) --flow sign-in", input: "octodog\nmistyped-\(ListedStore.password)\n")
    let run = try scratch.shell(
      "sqlite3 \(ListedStore.path) \"UPDATE failures SET count = 14, last = strftime('%s')\"")
    #expect(run.status == 0)
  }

  /// A terminal at which the right password has just been refused because of the failures.
  private func refused(columns: Int, _ options: String = "") throws -> TestTerminal {
    try failOften()
    let terminal = try TestTerminal(
      "exec \(ListedStore.bot) --flow sign-in \(options)",
      columns: columns, scratch: scratch)
    try terminal.answer(["Username?": "octodog", "Password?": ListedStore.password])
    try terminal.waitForText(Self.refusal)
    return terminal
  }

  /// The seconds shown at the right of the input line; `nil` if there are none.
  private func seconds(_ terminal: TestTerminal) throws -> Int? {
    guard let match = try terminal.lines().last?.firstMatch(of: /… (\d+):(\d\d)/) else {
      return nil
    }
    return Int(match.1)! * 60 + Int(match.2)!
  }

  @Test(arguments: [80, 40, 20])
  func `the countdown runs next to the password prompt while the user types`(columns: Int) throws {
    let terminal = try refused(columns: columns, "--record $HOME/r.chat")
    let line = columns == 80 ? Self.prompt : Self.prompt + ">"
    try terminal.waitForLine(line)
    var first: Int?
    try terminal.wait(for: "a countdown") {
      first = try seconds(terminal)
      return first != nil
    }
    #expect(first! <= 512)
    try terminal.wait(for: "fewer seconds") { try seconds(terminal).map { $0 < first! } ?? false }
    terminal.type("abc")
    try terminal.waitForLine(line + "•••")
    #expect(try seconds(terminal) != nil)
    terminal.type("\u{15}")
    try terminal.waitForLine(line)
    terminal.enter("")
    try terminal.waitForSecond(Self.refusal)
    try terminal.waitForLine(line)
    terminal.type("\u{3}")
    try terminal.expectRestored(after: .signalled(by: SIGINT))
    #expect(try scratch.text("r.chat").firstMatch(of: /\d:\d\d/) == nil)
  }

  @Test func `plain output has no countdown`() throws {
    let terminal = try refused(columns: 80, "--plain")
    try terminal.waitForLine(Self.prompt)
    terminal.enter("")
    try terminal.waitForSecond(Self.refusal)
    try terminal.waitForLine(Self.prompt)
    #expect(terminal.bytes.firstMatch(of: /\d:\d\d/) == nil)
  }
}
